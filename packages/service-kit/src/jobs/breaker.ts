import type { BreakerRow } from './outbox-tables.ts';
import { delayAfter } from './retry-schedule.ts';

/** The combined result of deliveries of one destination that were attempted together. */
export interface BatchResult {
  readonly outcome: 'responded' | 'failed' | 'inconclusive';
  /** The longest delay that the receiver requested. */
  readonly retryAfterMs: number;
  /** Whether the receiver accepted a delivery. */
  readonly hasAccepted: boolean;
  /**
   * The last reason why it rejected a delivery at its first attempt, or null if there is none or it accepted another one. Later
   * attempts do not count: one delivery that is always rejected says nothing about new ones.
   */
  readonly rejection: string | null;
}

type State = Pick<BreakerRow, 'failures' | 'open_until'>;

/** Failed batches in a row before the breaker opens. */
const failuresToOpen = 3;
/**
 * A recovery is noticed within `maxDelayMs`. Deliveries then become due within two minutes (`expediteWaiting`), so that
 * all are delivered ten minutes after the recovery.
 */
const delays = { firstDelayMs: 10_000, maxDelayMs: 240_000 };

export const closed: State = { failures: 0, open_until: 0 };

/** Decides how many deliveries to attempt: all that are due, one probe, or none. */
export function circuitState(
  { failures, open_until }: State,
  nowMs: number,
): 'closed' | 'half-open' | 'open' {
  if (open_until > nowMs) return 'open';
  return failures < failuresToOpen ? 'closed' : 'half-open';
}

export const isTripped = ({ failures }: State): boolean => failures >= failuresToOpen;

/**
 * Returns the state after one more failed batch. From the third failure on, the open time doubles each time, reduced by
 * up to half by `chance` (0 to 1). A delay that the receiver requests applies at once, to all its deliveries.
 */
export function afterFailure(
  { failures }: State,
  nowMs: number,
  retryAfterMs = 0,
  chance = Math.random(),
): State {
  const further = failures + 2 - failuresToOpen;
  const pauseMs = further < 1 ? 0 : delayAfter(delays, further, chance);
  return { failures: failures + 1, open_until: nowMs + Math.round(Math.max(pauseMs, retryAfterMs)) };
}
