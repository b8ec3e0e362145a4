import type { HttpResponse } from '@funnel/service-kit/http/http-client';
import { classifyByStatus, retryAfterMs, type DeliveryOutcome } from '@funnel/service-kit/jobs/destination';

/** The JSON of the response body, or undefined if it is not JSON. */
export function parseBody({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Classifies the response of a vendor that reports the result in the body. `code` is 0 for success, and undefined if
 * the body has none. A success status without a code is not treated as a success.
 */
export function classifyByCode(
  response: HttpResponse,
  nowMs: number,
  code: number | undefined,
  finalCodes: ReadonlySet<number>,
): DeliveryOutcome {
  if (code === 0) return { status: 'delivered' };
  if (code === undefined) {
    const outcome = classifyByStatus(response, nowMs);
    const reason = `status ${response.status} without a receipt`;
    return outcome.status === 'delivered' ? { status: 'retryable', reason } : outcome;
  }
  const reason = `code ${code}, status ${response.status}`;
  if (finalCodes.has(code)) return { status: 'permanent', reason };
  return { status: 'retryable', reason, retryAfterMs: retryAfterMs(response, nowMs) };
}
