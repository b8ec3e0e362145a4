/** One delivery to one destination. The receiver sees the same `id` on every attempt. */
export interface OutboxRow {
  id: string;
  destination: string;
  kind: string;
  payload: string;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  due_at: number;
  lease_owner: string | null;
  lease_until: number;
  last_error: string | null;
  created_at: number;
  /** The start of its retry schedule: its first attempt, or when an operator requeued it. Until then, when it was created. */
  scheduled_from: number;
  /** Its position among the waiting deliveries to its destination. Low ranks are leased first. */
  fair_rank: number;
}

/** A destination's circuit breaker: the failed batches in a row, and until when it is open. */
export interface BreakerRow {
  destination: string;
  failures: number;
  open_until: number;
  /** Since when it has rejected new deliveries and accepted none, or null. */
  rejecting_since: number | null;
  /** Its last rejection since then, or null. */
  rejection: string | null;
}

/** A destination that gets nothing until an operator resumes it, or its settings change. */
export interface StoppedDestinationRow {
  destination: string;
  reason: string;
  stopped_at: number;
  /** The `settingsId` with which it stopped. */
  settings_id: string;
}

/** The tables of the outbox. A service's schema extends them, possibly with further columns. */
export interface OutboxTables {
  outbox: OutboxRow;
  breakers: BreakerRow;
  stopped_destinations: StoppedDestinationRow;
}
