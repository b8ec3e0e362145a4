/** One delivery to one destination. `id` is what the receiver sees on every attempt. */
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
  /** When its schedule began: as it was created, or put back by an operator. */
  scheduled_from: number;
  /** Its place among the waiting deliveries to its destination. Low ranks are leased first. */
  fair_rank: number;
}

/** A destination that failed lately: rounds in a row, and until when it is left alone. */
export interface BreakerRow {
  destination: string;
  failures: number;
  open_until: number;
}

/** A service's schema extends these, with further columns where deliveries need them. */
export interface OutboxTables {
  outbox: OutboxRow;
  breakers: BreakerRow;
}
