import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Database, Queries } from '../database/database.ts';
import type { OutboxRow, OutboxTables } from './outbox-tables.ts';
import { leaseRows, settleRow, type Queue } from './queue.ts';

/** Written into the statement: SQLite uses an index of waiting rows only where it sees the state when it plans. */
export const isWaiting = sql<boolean>`state = 'waiting'`;

const queue: Queue<OutboxRow> = {
  table: 'outbox',
  id: 'id',
  dueAt: 'due_at',
  isWaiting,
  leaseUntil: 'lease_until',
  order: ['fair_rank', 'due_at', 'id'],
};

interface Claim {
  readonly destination: string;
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Also takes what is not due yet. */
  readonly isProbe?: boolean;
}

/**
 * Takes due deliveries for `leaseMs`, the lowest ranks first; nobody else gets them meanwhile. Whoever dies holding them loses them when the
 * lease ends. An attempt counts from the claim on, so that a delivery that kills its worker does not live for ever.
 */
export const leaseDeliveries = <Row extends OutboxRow>(
  database: Pick<Database<OutboxTables>, 'db' | 'engine'>,
  { destination, nowMs, leaseMs, limit, isProbe = false }: Claim,
): Promise<Row[]> =>
  leaseRows<OutboxRow, Row>(database, queue, {
    nowMs,
    limit,
    isEarly: isProbe,
    among: sql`destination = ${destination}`,
    changes: {
      lease_owner: randomUUID(),
      lease_until: nowMs + leaseMs,
      attempts: sql`attempts + 1`,
    },
  });

export type DeliveryUpdate = Pick<OutboxRow, 'state' | 'last_error'> & { readonly due_at?: number };

/** Writes down what came of an attempt. False, and nothing written, where the lease has ended or is another's. */
export const recordAttempt = (
  db: Queries<OutboxTables>,
  claimed: OutboxRow,
  settled: DeliveryUpdate,
  nowMs: number,
): Promise<boolean> =>
  settleRow(
    db,
    queue,
    claimed.id,
    { ...settled, lease_owner: null, lease_until: 0 },
    sql`lease_owner = ${claimed.lease_owner} and lease_until > ${nowMs}`,
  );
