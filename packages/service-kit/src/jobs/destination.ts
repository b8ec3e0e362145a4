import { hourMs } from '../durations.ts';
import type { HttpResponse, OutboundRequest } from '../http/http-client.ts';
import type { OutboxRow } from './outbox-tables.ts';

/** The delivery must not be attempted again. */
export interface PermanentFailure {
  readonly status: 'permanent';
  readonly reason: string;
}

/**
 * The receiver wants nothing more, or does not accept the credentials. The delivery was not accepted and keeps waiting,
 * and the destination gets nothing until it is resumed.
 */
interface DestinationStopped {
  readonly status: 'stopped';
  readonly reason: string;
}

/** The result of one attempt. `reason` is for operators: a code or status, never a payload. */
export type DeliveryOutcome =
  | { readonly status: 'delivered' }
  | {
      readonly status: 'retryable';
      readonly reason: string;
      readonly retryAfterMs?: number;
      /** The receiver is up, but did not accept this delivery. For the circuit breaker it counts as a response. */
      readonly isReceiverUp?: boolean;
      /** The receiver rejected the delivery. It may reject every other one too, for example because the secret is wrong. */
      readonly isRejection?: boolean;
    }
  | PermanentFailure
  | DestinationStopped;

type Delivery = Pick<OutboxRow, 'id' | 'payload' | 'attempts' | 'created_at'>;

/** One target of deliveries: a name and two pure functions. */
export interface Destination {
  readonly name: string;
  /** Changes with the settings that decide whether the receiver accepts anything, such as its URL or the token. */
  readonly settingsId?: string;
  /** Returns the request to send, or why nothing may be sent. */
  request(delivery: Delivery, nowMs: number): OutboundRequest | PermanentFailure;
  classify(response: HttpResponse, nowMs: number): DeliveryOutcome;
}

/** A target that is not reached by HTTP, such as a mail server. */
export interface DirectDestination {
  readonly name: string;
  /** Changes with the settings that decide whether the receiver accepts anything, such as its URL or the token. */
  readonly settingsId?: string;
  /** Sends one delivery. A rejection is retried. It must end well before the lease does. */
  send(delivery: Delivery): Promise<DeliveryOutcome>;
}

/** A longer Retry-After is cut to an hour, so that one wrong header cannot block deliveries forever. */
const maxRetryAfterMs = hourMs;

/** Parses Retry-After, which is seconds or a date (RFC 9110), into milliseconds from now: at most an hour, negative for a past date. */
export function retryAfterMs({ headers }: HttpResponse, nowMs: number): number | undefined {
  const text = String(headers['retry-after'] ?? '');
  const timeMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(timeMs) ? undefined : Math.min(timeMs, maxRetryAfterMs);
}

/** The receiver rejected the payload itself, so a retry cannot succeed. Other failures may be fixed at the receiver. */
const permanentStatuses = new Set([400, 410, 413, 414, 415, 422]);

/** Classifies the response of a receiver by its status alone. */
export function classifyByStatus(response: HttpResponse, nowMs: number): DeliveryOutcome {
  const reason = `status ${response.status}`;
  if (response.status >= 200 && response.status < 300) return { status: 'delivered' };
  if (permanentStatuses.has(response.status)) return { status: 'permanent', reason };
  return { status: 'retryable', reason, retryAfterMs: retryAfterMs(response, nowMs) };
}
