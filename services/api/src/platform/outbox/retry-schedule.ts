import type { OutboxRow } from '../schema.ts';

const second = 1000;
const hour = 3600 * second;

const patient = { firstPauseMs: 5 * second, maxDelayMs: 2 * hour, endsAfterMs: 5 * 24 * hour };

/** Ad platforms recognise a repeat for 48 hours; one that comes later would count twice. */
export const conversionWindowMs = 47 * hour;

/** Pauses between attempts, and after what time there is no further one. */
const schedules = {
  /** A lead, and what a buyer may use, are worth days of patience. */
  lead: patient,
  entitlement: patient,
  conversion: { firstPauseMs: 5 * second, maxDelayMs: hour, endsAfterMs: conversionWindowMs },
} as const;

export type DeliveryKind = keyof typeof schedules;
type Attempted = Pick<OutboxRow, 'attempts' | 'scheduled_from'>;

const isInTime = (
  kind: DeliveryKind,
  { scheduled_from }: Pick<Attempted, 'scheduled_from'>,
  atMs: number,
): boolean => atMs <= scheduled_from + schedules[kind].endsAfterMs;

/** A repeat that comes too late, because nobody worked for long. What was never sent may still be. */
export const isExpired = (
  kind: DeliveryKind,
  row: Attempted & Pick<OutboxRow, 'last_error'>,
  nowMs: number,
): boolean => (row.attempts > 1 || row.last_error !== null) && !isInTime(kind, row, nowMs);

/**
 * When to try again; null where it would be too late. Doubles from pause to pause, but is no less than what the receiver
 * asked for. By chance (0 to 1) up to a half is taken off, which spreads the retries of a receiver that was away for all.
 */
export function nextAttemptAt(
  kind: DeliveryKind,
  row: Attempted,
  nowMs: number,
  retryAfterMs = 0,
  chance = Math.random(),
): number | null {
  const { firstPauseMs, maxDelayMs } = schedules[kind];
  const pauseMs = Math.min(firstPauseMs * 2 ** (row.attempts - 1), maxDelayMs) * (1 - chance / 2);
  const at = nowMs + Math.round(Math.max(pauseMs, retryAfterMs));
  return isInTime(kind, row, at) ? at : null;
}
