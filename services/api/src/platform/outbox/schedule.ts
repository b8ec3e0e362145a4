interface Schedule {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** No attempt is made later than this after the delivery was stored. */
  readonly endsAfterMs: number;
}

const second = 1000;
const hour = 3600 * second;

const patient = { firstPauseMs: 5 * second, longestPauseMs: 2 * hour, endsAfterMs: 5 * 24 * hour };

const schedules = {
  /** A lead, and what a buyer may use, are worth days of patience. */
  lead: patient,
  entitlement: patient,
  /** Ad platforms recognise a repeat for 48 hours; one that comes later would count twice. */
  conversion: { firstPauseMs: 5 * second, longestPauseMs: hour, endsAfterMs: 47 * hour },
} as const satisfies Record<string, Schedule>;

export type DeliveryKind = keyof typeof schedules;

interface Attempted {
  readonly kind: DeliveryKind;
  /** Attempts so far, 1 or more. */
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly nowMs: number;
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined;
  /** 0 to 1: spreads the retries of a receiver that was away for everyone. */
  readonly random: number;
}

/** When to try again; null where it would be too late. Doubles from pause to pause, less up to a half by chance. */
export function nextAttemptAt({
  kind,
  attempts,
  createdAtMs,
  nowMs,
  retryAfterMs = 0,
  random,
}: Attempted): number | null {
  const { firstPauseMs, longestPauseMs, endsAfterMs } = schedules[kind];
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 30), longestPauseMs) * (1 - random / 2);
  const at = nowMs + Math.round(Math.max(pauseMs, retryAfterMs));
  return at <= createdAtMs + endsAfterMs ? at : null;
}
