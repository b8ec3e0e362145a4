import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Database, Queries } from '../database/database.ts';
import type { OutboxRow, OutboxTables } from './outbox-tables.ts';
import { leaseRows, completeRow, type Queue } from './queue.ts';

/** Written into the statement, because SQLite uses a partial index only if the plan contains its condition. */
export const isWaiting = sql<boolean>`state = 'waiting'`;

/** The columns of a delivery that was not attempted yet, and is due at once. */
export const unattempted = (nowMs: number) =>
  ({
    state: 'waiting',
    attempts: 0,
    lease_owner: null,
    lease_until: 0,
    last_error: null,
    due_at: nowMs,
    created_at: nowMs,
    scheduled_from: nowMs,
  }) as const;

const queue: Queue<OutboxRow> = {
  table: 'outbox',
  id: 'id',
  dueAt: 'due_at',
  isWaiting,
  leaseUntil: 'lease_until',
  order: ['fair_rank', 'due_at', 'id'],
};

async function countWaiting(db: Queries<OutboxTables>, destination: string): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('destination', '=', destination)
    .where(isWaiting)
    .executeTakeFirstOrThrow();
  return count;
}

interface LeaseOptions {
  readonly destination: string;
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Leases any waiting delivery, due or not. Otherwise a few that the receiver cannot process could keep its circuit open. */
  readonly isProbe?: boolean;
}

/**
 * Leases due deliveries for `leaseMs`, lowest ranks first. If a worker dies, its lease expires and another worker can
 * take over. An attempt counts from the lease on, so that a delivery that crashes its worker is not retried forever. The
 * first one starts the retry schedule, even if it comes days after the delivery was created.
 */
export async function leaseDeliveries<Row extends OutboxRow>(
  database: Pick<Database<OutboxTables>, 'db' | 'engine'>,
  { destination, nowMs, leaseMs, limit, isProbe = false }: LeaseOptions,
): Promise<Row[]> {
  return leaseRows<OutboxRow, Row>(database, queue, {
    nowMs,
    limit,
    isEarly: isProbe,
    skip: isProbe ? Math.floor(Math.random() * (await countWaiting(database.db, destination))) : 0,
    // Another worker may have stopped the destination since the caller looked.
    among: sql`destination = ${destination} and not exists (
      select 1 from stopped_destinations where stopped_destinations.destination = ${destination}
    )`,
    changes: {
      lease_owner: randomUUID(),
      lease_until: nowMs + leaseMs,
      attempts: sql`attempts + 1`,
      scheduled_from: sql`case when attempts = 0 and last_error is null then ${nowMs} else scheduled_from end`,
    },
  });
}

export type DeliveryUpdate = Pick<OutboxRow, 'state' | 'last_error'> &
  Partial<Pick<OutboxRow, 'due_at' | 'attempts'>>;

/**
 * Stores the result of an attempt. Returns false and writes nothing if the lease has ended or belongs to another
 * worker.
 */
export const recordAttempt = (
  db: Queries<OutboxTables>,
  leased: OutboxRow,
  update: DeliveryUpdate,
  nowMs: number,
): Promise<boolean> =>
  completeRow(
    db,
    queue,
    leased.id,
    { ...update, lease_owner: null, lease_until: 0 },
    sql`lease_owner = ${leased.lease_owner} and lease_until > ${nowMs}`,
  );
