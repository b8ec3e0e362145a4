import type { ApiFailure } from '@funnel/contracts/api-client';
import type { SerializedError } from '@reduxjs/toolkit';

import { copy } from '../content/copy.ts';

/** The error that a hook of the API returns. */
export type CallError = ApiFailure | SerializedError | undefined;

export const toFailure = (error: CallError): ApiFailure | null => {
  if (!error) return null;
  return 'kind' in error ? error : { kind: 'unavailable', code: 'unreachable', reasons: [], files: [] };
};

interface FailureTexts {
  readonly title: string;
  readonly reasons: readonly string[];
}

/** The title and the reasons of a failure, as the operator reads them. */
export function describeFailure(failure: ApiFailure): FailureTexts {
  const { signedOut, unavailable, rejected, unreadable } = copy.failures;
  if (failure.kind === 'signed-out') return { title: signedOut, reasons: [] };
  if (failure.kind === 'unavailable') return { title: unavailable, reasons: [] };
  if (failure.code === 'unknown-response') return { title: unreadable, reasons: [] };
  return { title: rejected, reasons: failure.reasons };
}

/** The same for a call that changes something, which may have happened although no response has arrived. */
export const describeFailedChange = (failure: ApiFailure): FailureTexts =>
  failure.kind === 'unavailable'
    ? { title: copy.failures.unavailableForChange, reasons: [] }
    : describeFailure(failure);
