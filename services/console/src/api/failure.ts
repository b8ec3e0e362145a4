import type { SerializedError } from '@reduxjs/toolkit';

import { copy } from '../content/copy.ts';
import type { Failure } from './call.ts';

/** What a hook of the API reports as its error. */
export type CallError = Failure | SerializedError | undefined;

export const toFailure = (error: CallError): Failure | null => {
  if (!error) return null;
  return 'kind' in error ? error : { kind: 'unavailable', reasons: [] };
};

/** The title and the reasons of a failure, for people. */
export function describeFailure(failure: Failure): {
  readonly title: string;
  readonly reasons: readonly string[];
} {
  const { signedOut, unavailable, rejected, unreadable } = copy.failures;
  if (failure.kind === 'signed-out') return { title: signedOut, reasons: [] };
  if (failure.kind === 'unavailable') return { title: unavailable, reasons: [] };
  if (failure.code === 'unreadable-answer') return { title: unreadable, reasons: [] };
  return { title: rejected, reasons: failure.reasons };
}
