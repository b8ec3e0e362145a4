import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Database, Queries } from '../database.ts';
import type { OutboxRow } from '../schema.ts';

type NewDelivery = Pick<OutboxRow, 'id' | 'destination' | 'kind' | 'payload'> &
  /** The visit and release set that caused it, for the log. */
  Partial<Pick<OutboxRow, 'visit_id' | 'set_id'>>;

/** Written into the statement, because SQLite uses a partial index only if the plan contains its condition. */
export const isWaiting = sql<boolean>`state = 'waiting'`;

const queueKey = ({ visit_id, destination }: Pick<OutboxRow, 'visit_id' | 'destination'>): string =>
  `${destination} ${visit_id}`;

/**
 * Ranks deliveries so that visits alternate at each destination: a visit's first waiting delivery has rank 0, its next
 * one rank 1, and so on. Leasing by rank sends one delivery of every visit before the second of any, regardless of one
 * visit's backlog. A delivery without a visit has rank 0.
 */
async function withFairRanks<T extends NewDelivery>(db: Queries, deliveries: readonly T[]) {
  const visitIds = [...new Set(deliveries.flatMap(({ visit_id }) => visit_id ?? []))];
  const waiting =
    visitIds.length === 0
      ? []
      : await db
          .selectFrom('outbox')
          .select(({ fn }) => ['visit_id', 'destination', fn.max<number>('fair_rank').as('last')])
          .where(isWaiting)
          .where('visit_id', 'in', visitIds)
          .groupBy(['visit_id', 'destination'])
          .execute();
  const nextRanks = new Map(waiting.map((row) => [queueKey(row), row.last + 1]));
  return deliveries.map((delivery) => {
    const { visit_id = null, destination } = delivery;
    if (visit_id === null) return { ...delivery, fair_rank: 0 };
    const queue = queueKey({ visit_id, destination });
    const rank = nextRanks.get(queue) ?? 0;
    nextRanks.set(queue, rank + 1);
    return { ...delivery, fair_rank: rank };
  });
}

/**
 * Stores deliveries in the caller's transaction, so that they exist if and only if their cause exists. The receiver
 * sees a delivery's id on every attempt. A second delivery of the same id is ignored.
 */
export async function enqueueAll(
  db: Queries,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const unleased = { attempts: 0, lease_owner: null, lease_until: 0, last_error: null };
  const times = { due_at: nowMs, created_at: nowMs, scheduled_from: nowMs };
  // All columns are listed, because the rows of one statement must have the same columns.
  const defaults = { visit_id: null, set_id: null, ...unleased, ...times, state: 'waiting' } as const;
  await db
    .insertInto('outbox')
    .values((await withFairRanks(db, deliveries)).map((delivery) => ({ ...defaults, ...delivery })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Like `enqueueAll`, for one delivery. */
export const enqueue = (db: Queries, delivery: NewDelivery, nowMs: number): Promise<void> =>
  enqueueAll(db, [delivery], nowMs);

interface LeaseOptions {
  readonly destination: string;
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Also leases deliveries that are not due. */
  readonly isProbe?: boolean;
}

/**
 * Leases due deliveries for `leaseMs`, lowest ranks first. If a worker dies, its lease expires and another worker can
 * take over. An attempt counts from the lease on, so that a delivery that crashes its worker is not retried forever.
 */
export async function leaseDeliveries(
  { db, engine }: Database,
  { destination, nowMs, leaseMs, limit, isProbe = false }: LeaseOptions,
): Promise<OutboxRow[]> {
  // The plus makes SQLite read in the order of ranks, instead of sorting everything that is due.
  const dueAt = engine === 'sqlite' ? sql<number>`+due_at` : sql<number>`due_at`;
  return db
    .with('due', (from) => {
      const due = from
        .selectFrom('outbox')
        .select('id')
        .where(isWaiting)
        .where('destination', '=', destination)
        .$if(!isProbe, (query) => query.where(dueAt, '<=', nowMs))
        .where('lease_until', '<=', nowMs)
        .orderBy('fair_rank')
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit);
      return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
    })
    .updateTable('outbox')
    .set((by) => ({
      lease_owner: randomUUID(),
      lease_until: nowMs + leaseMs,
      attempts: by('attempts', '+', 1),
    }))
    .where('id', 'in', (from) => from.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

export type DeliveryUpdate = Pick<OutboxRow, 'state' | 'last_error'> & { readonly due_at?: number };

/**
 * Stores the result of an attempt. Returns false and writes nothing if the lease has ended or belongs to another
 * worker.
 */
export async function recordAttempt(
  db: Queries,
  leased: OutboxRow,
  update: DeliveryUpdate,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...update, lease_owner: null, lease_until: 0 })
    .where('id', '=', leased.id)
    .where('lease_owner', '=', leased.lease_owner)
    .where('lease_until', '>', nowMs)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
