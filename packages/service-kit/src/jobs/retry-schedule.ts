interface Backoff {
  readonly firstPauseMs: number;
  readonly maxDelayMs: number;
}

/** Pauses between attempts, and after what time there is no further one. */
export interface RetrySchedule extends Backoff {
  readonly endsAfterMs: number;
}

interface Attempted {
  readonly attempts: number;
  readonly scheduled_from: number;
}

/**
 * The pause after some attempts. Doubles from pause to pause. By chance (0 to 1) up to a half is taken off, which spreads
 * the retries of a receiver that was away for all.
 */
export const pauseAfter = (
  { firstPauseMs, maxDelayMs }: Backoff,
  attempts: number,
  chance = Math.random(),
): number => Math.min(firstPauseMs * 2 ** (attempts - 1), maxDelayMs) * (1 - chance / 2);

const isInTime = (
  { endsAfterMs }: RetrySchedule,
  { scheduled_from }: Pick<Attempted, 'scheduled_from'>,
  atMs: number,
): boolean => atMs <= scheduled_from + endsAfterMs;

/** A repeat that comes too late, because nobody worked for long. What was never sent may still be. */
export const isExpired = (
  schedule: RetrySchedule,
  row: Attempted & { readonly last_error: string | null },
  nowMs: number,
): boolean => (row.attempts > 1 || row.last_error !== null) && !isInTime(schedule, row, nowMs);

/**
 * When to try again; null where it would be too late. No sooner than what the receiver asked for.
 */
export function nextAttemptAt(
  schedule: RetrySchedule,
  row: Attempted,
  nowMs: number,
  retryAfterMs = 0,
  chance = Math.random(),
): number | null {
  const at = nowMs + Math.round(Math.max(pauseAfter(schedule, row.attempts, chance), retryAfterMs));
  return isInTime(schedule, row, at) ? at : null;
}
