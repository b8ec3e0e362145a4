import type { SerializedError } from '@reduxjs/toolkit';

import { copy } from '../content/copy.ts';
import type { Failure } from './call.ts';

/** What a hook of the API reports as its error. */
export type CallError = Failure | SerializedError | undefined;

export const failureIn = (error: CallError): Failure | null => {
  if (!error) return null;
  return 'kind' in error ? error : { kind: 'away', reasons: [] };
};

/** The title and the reasons of a failure, for people. */
export function wordsFor(failure: Failure): { readonly title: string; readonly reasons: readonly string[] } {
  const { signedOut, away, refused, unreadable } = copy.failures;
  if (failure.kind === 'signed-out') return { title: signedOut, reasons: [] };
  if (failure.kind === 'away') return { title: away, reasons: [] };
  if (failure.code === 'unreadable-answer') return { title: unreadable, reasons: [] };
  return { title: refused, reasons: failure.reasons };
}
