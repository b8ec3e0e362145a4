import type { HttpResponse, OutboundRequest } from '../http/http-client.ts';
import type { OutboxRow } from './outbox-tables.ts';

/** Never to be delivered. */
export interface PermanentFailure {
  readonly status: 'permanent';
  readonly reason: string;
}

/** What came of one attempt. `reason` is for operators: a code or status, never a payload. */
export type DeliveryOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'retryable'; readonly reason: string; readonly retryAfterMs?: number }
  | PermanentFailure;

type Delivery = Pick<OutboxRow, 'id' | 'payload' | 'attempts' | 'created_at'>;

/** One place that deliveries go to: two pure functions and a name. */
export interface Destination {
  readonly name: string;
  /** What to send, or why nothing may be sent. */
  request(delivery: Delivery, nowMs: number): OutboundRequest | PermanentFailure;
  classify(answer: HttpResponse, nowMs: number): DeliveryOutcome;
}

/** A receiver that asks for more is asked again all the same: nothing may wait for ever on one wrong header. */
const maxRetryAfterMs = 3_600_000;

/** Retry-After as milliseconds from now, an hour at most: seconds or a date (RFC 9110). */
export function retryAfterMs({ headers }: HttpResponse, nowMs: number): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  const timeMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(timeMs) ? undefined : Math.min(Math.max(0, timeMs), maxRetryAfterMs);
}

/** The message itself is refused: sending it again changes nothing. All else may be mended at the other end. */
const permanentStatuses = new Set([400, 410, 413, 414, 415, 422]);

/** For receivers that speak by status alone. */
export function classifyByStatus(answer: HttpResponse, nowMs: number): DeliveryOutcome {
  const reason = `status ${answer.status}`;
  if (answer.status >= 200 && answer.status < 300) return { status: 'delivered' };
  if (permanentStatuses.has(answer.status)) return { status: 'permanent', reason };
  return { status: 'retryable', reason, retryAfterMs: retryAfterMs(answer, nowMs) };
}
