import type { OutboxRow } from '../schema.ts';

const second = 1000;
const hour = 3600 * second;

const longSchedule = { firstPauseMs: 5 * second, maxDelayMs: 2 * hour, endsAfterMs: 5 * 24 * hour };

/** Ad platforms deduplicate repeated conversions for 48 hours. A later repeat would be counted twice. */
export const conversionWindowMs = 47 * hour;

/** Delays between attempts, and the time after which no further attempt is made. */
const schedules = {
  /** Leads and entitlements are retried for days. */
  lead: longSchedule,
  entitlement: longSchedule,
  conversion: { firstPauseMs: 5 * second, maxDelayMs: hour, endsAfterMs: conversionWindowMs },
} as const;

export type DeliveryKind = keyof typeof schedules;
type Attempted = Pick<OutboxRow, 'attempts' | 'scheduled_from'>;

const isInTime = (
  kind: DeliveryKind,
  { scheduled_from }: Pick<Attempted, 'scheduled_from'>,
  atMs: number,
): boolean => atMs <= scheduled_from + schedules[kind].endsAfterMs;

/** Returns true for a retry that comes too late because no worker was running. A first attempt is always allowed. */
export const isExpired = (
  kind: DeliveryKind,
  row: Attempted & Pick<OutboxRow, 'last_error'>,
  nowMs: number,
): boolean => (row.attempts > 1 || row.last_error !== null) && !isInTime(kind, row, nowMs);

/**
 * Returns the time of the next attempt, or null if it would be too late. The delay doubles each time, and is never less
 * than the receiver requested. `chance` (0 to 1) reduces it by up to half, which spreads the retries after an outage.
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
