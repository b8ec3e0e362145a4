interface Backoff {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** The delays between attempts, and the time after which no further attempt is made. */
export interface RetrySchedule extends Backoff {
  readonly endsAfterMs: number;
  /** The receiver recognizes repeats for a limited time. */
  readonly hasRepeatLimit?: boolean;
}

interface Attempted {
  readonly attempts: number;
  readonly scheduled_from: number;
}

/**
 * Returns the delay after a number of attempts. It doubles with each attempt, up to the maximum. `chance` (0 to 1)
 * shortens it by up to half, which spreads the retries after an outage.
 */
export const delayAfter = (
  { firstDelayMs, maxDelayMs }: Backoff,
  attempts: number,
  chance = Math.random(),
): number => Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs) * (1 - chance / 2);

/**
 * Returns whether it is too late to retry, for example because no worker was running. The first attempt starts the schedule,
 * so a delivery that was never attempted does not expire.
 */
export const isExpired = (
  { endsAfterMs }: RetrySchedule,
  { scheduled_from }: Pick<Attempted, 'scheduled_from'>,
  atMs: number,
): boolean => atMs > scheduled_from + endsAfterMs;

/**
 * Returns the time of the next attempt, or null if it would be too late. The delay is at least as long as the receiver
 * requested.
 */
export function nextAttemptAt(
  schedule: RetrySchedule,
  row: Attempted,
  nowMs: number,
  retryAfterMs = 0,
  chance = Math.random(),
): number | null {
  const at = nowMs + Math.round(Math.max(delayAfter(schedule, row.attempts, chance), retryAfterMs));
  return isExpired(schedule, row, at) ? null : at;
}
