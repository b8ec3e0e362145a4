import type { BreakerRow } from './outbox-tables.ts';
import { pauseAfter } from './retry-schedule.ts';

/** What some deliveries of one destination, attempted at once, say about it. */
export interface BatchResult {
  readonly outcome: 'answered' | 'failed' | 'inconclusive';
  /** The longest that the receiver asked for. */
  readonly retryAfterMs: number;
}

type State = Pick<BreakerRow, 'failures' | 'open_until'>;

/** Rounds in a row in which nobody answered well, before a destination counts as away. */
const failuresToOpen = 3;
/**
 * A destination that recovers is noticed within this pause, what waits for it then becomes due within two minutes
 * (`bringForward`), and both together leave minutes to send it all: it is delivered ten minutes after the recovery.
 */
const pauses = { firstPauseMs: 10_000, maxDelayMs: 240_000 };

export const closed: State = { failures: 0, open_until: 0 };

/** What to take on for a destination: all that is due, one delivery to see whether it is back, or nothing for now. */
export function circuitState(
  { failures, open_until }: State,
  nowMs: number,
): 'closed' | 'half-open' | 'open' {
  if (open_until > nowMs) return 'open';
  return failures < failuresToOpen ? 'closed' : 'half-open';
}

export const isTripped = ({ failures }: State): boolean => failures >= failuresToOpen;

/**
 * The state after one more failed round: from the third on the destination is left alone, twice as long each time, less
 * up to a half by `chance` (0 to 1). What the receiver itself asks for counts at once, and for all that goes there.
 */
export function afterFailure(
  { failures }: State,
  nowMs: number,
  retryAfterMs = 0,
  chance = Math.random(),
): State {
  const further = failures + 2 - failuresToOpen;
  const pauseMs = further < 1 ? 0 : pauseAfter(pauses, further, chance);
  return { failures: failures + 1, open_until: nowMs + Math.round(Math.max(pauseMs, retryAfterMs)) };
}
