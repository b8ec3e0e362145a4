import type { Answer, OutboundRequest } from '../http-client.ts';
import type { OutboxRow } from '../schema.ts';
import type { DeliveryKind } from './schedule.ts';

/** What came of one attempt. `reason` is for operators: a code or status, never a payload. */
export type Outcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'retryable'; readonly reason: string; readonly retryAfterMs?: number }
  | { readonly status: 'permanent'; readonly reason: string };

type Delivery = Pick<OutboxRow, 'id' | 'payload' | 'attempts' | 'created_at'>;

/** One place that deliveries go to: two pure functions and a name. */
export interface Destination {
  readonly name: string;
  readonly kind: DeliveryKind;
  request(delivery: Delivery, nowMs: number): OutboundRequest;
  classify(answer: Answer, nowMs: number): Outcome;
}

/** Retry-After as milliseconds from now: seconds or a date (RFC 9110). */
export function retryAfterMs({ headers }: Answer, nowMs: number): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** The message itself is refused: sending it again changes nothing. All else may be mended at the other end. */
const permanentStatuses = new Set([400, 410, 413, 414, 415, 422]);

/** For receivers that speak by status alone. */
export function classifyByStatus(answer: Answer, nowMs: number): Outcome {
  const reason = `status ${answer.status}`;
  if (answer.status >= 200 && answer.status < 300) return { status: 'delivered' };
  if (permanentStatuses.has(answer.status)) return { status: 'permanent', reason };
  return { status: 'retryable', reason, retryAfterMs: retryAfterMs(answer, nowMs) };
}
