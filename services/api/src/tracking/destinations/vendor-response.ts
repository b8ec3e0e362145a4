import type { HttpResponse } from '@funnel/service-kit/http/http-client';
import { classifyByStatus, retryAfterMs, type DeliveryOutcome } from '@funnel/service-kit/jobs/destination';

/** The answer's JSON; undefined where it is none. */
export function parseBody({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * For vendors that say in the body what came of it, whatever the status: `code` is 0 for what was taken, undefined where
 * the body says nothing. A success of which the body says nothing is none.
 */
export function classifyByCode(
  answer: HttpResponse,
  nowMs: number,
  code: number | undefined,
  finalCodes: ReadonlySet<number>,
): DeliveryOutcome {
  if (code === 0) return { status: 'delivered' };
  if (code === undefined) {
    const outcome = classifyByStatus(answer, nowMs);
    const reason = `status ${answer.status} without a receipt`;
    return outcome.status === 'delivered' ? { status: 'retryable', reason } : outcome;
  }
  const reason = `code ${code}, status ${answer.status}`;
  if (finalCodes.has(code)) return { status: 'permanent', reason };
  return { status: 'retryable', reason, retryAfterMs: retryAfterMs(answer, nowMs) };
}
