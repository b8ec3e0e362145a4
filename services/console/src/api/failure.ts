import type { ApiFailure } from '@funnel/contracts/api-client';
import type { ProblemCode } from '@funnel/contracts/problems';
import type { SerializedError } from '@reduxjs/toolkit';

import { copy } from '../content/copy.ts';

/** The error that a hook of the API returns. */
export type CallError = ApiFailure | SerializedError | undefined;

export const toFailure = (error: CallError): ApiFailure | null => {
  if (!error) return null;
  return 'kind' in error ? error : { kind: 'unavailable', code: 'unreachable', reasons: [], files: [] };
};

/** The service failed. It did not reject the request. */
const hasServiceFailed = ({ code }: ApiFailure) => code === ('internal' satisfies ProblemCode);

interface FailureTexts {
  readonly title: string;
  readonly reasons: readonly string[];
}

/** The title and the reasons of a failure, as the operator reads them. */
export function describeFailure(failure: ApiFailure): FailureTexts {
  const { signedOut, unavailable, failed, rejected, unreadable } = copy.failures;
  if (failure.kind === 'signed-out') return { title: signedOut, reasons: [] };
  if (failure.kind === 'unavailable') return { title: unavailable, reasons: [] };
  if (hasServiceFailed(failure)) return { title: failed, reasons: [] };
  if (failure.code === 'unknown-response') return { title: unreadable, reasons: [] };
  return { title: rejected, reasons: failure.reasons };
}

/** The same for a call that changes something, which may have happened even if no response, or an error, has arrived. */
export function describeFailedChange(failure: ApiFailure): FailureTexts {
  const { title, reasons } = describeFailure(failure);
  const isUncertain = failure.kind === 'unavailable' || hasServiceFailed(failure);
  return { title: isUncertain ? copy.failures.uncertainChange(title) : title, reasons };
}
