import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Database, Queries } from '../database.ts';
import type { OutboxRow } from '../schema.ts';

type NewDelivery = Pick<OutboxRow, 'id' | 'destination' | 'kind' | 'payload'> &
  /** What it came from, for the log. */
  Partial<Pick<OutboxRow, 'visit_id' | 'set_id'>>;

/** Written into the statement: SQLite uses an index of waiting rows only where it sees the state when it plans. */
export const isWaiting = sql<boolean>`state = 'waiting'`;

const queueOf = ({ visit_id, destination }: Pick<OutboxRow, 'visit_id' | 'destination'>): string =>
  `${destination} ${visit_id}`;

/**
 * Ranks deliveries so that visits take turns at each destination: a visit's first waiting delivery has rank 0, its next
 * one 1, and so on. Leasing by rank then sends one delivery of every visit before the second of any, however many
 * one visit has waiting and however long. A delivery without a visit has rank 0.
 */
async function ranked<T extends NewDelivery>(db: Queries, deliveries: readonly T[]) {
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
  const nextRanks = new Map(waiting.map((row) => [queueOf(row), row.last + 1]));
  return deliveries.map((delivery) => {
    const { visit_id = null, destination } = delivery;
    if (visit_id === null) return { ...delivery, fair_rank: 0 };
    const queue = queueOf({ visit_id, destination });
    const rank = nextRanks.get(queue) ?? 0;
    nextRanks.set(queue, rank + 1);
    return { ...delivery, fair_rank: rank };
  });
}

/**
 * Stores deliveries in the caller's transaction: they exist if, and only if, what they tell of exists. A delivery's id is
 * what the receiver sees on every attempt; a second delivery of the same id is not stored.
 */
export async function enqueueAll(
  db: Queries,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const unclaimed = { attempts: 0, lease_owner: null, lease_until: 0, last_error: null };
  const times = { due_at: nowMs, created_at: nowMs, scheduled_from: nowMs };
  // Named in full: the rows of one statement have the same columns.
  const whole = { visit_id: null, set_id: null, ...unclaimed, ...times, state: 'waiting' } as const;
  await db
    .insertInto('outbox')
    .values((await ranked(db, deliveries)).map((delivery) => ({ ...whole, ...delivery })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** As `enqueueAll`, for one. */
export const enqueue = (db: Queries, delivery: NewDelivery, nowMs: number): Promise<void> =>
  enqueueAll(db, [delivery], nowMs);

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
export async function leaseDeliveries(
  { db, engine }: Database,
  { destination, nowMs, leaseMs, limit, isProbe = false }: Claim,
): Promise<OutboxRow[]> {
  // With the plus SQLite reads in the order of ranks, instead of sorting all that is due.
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

export type Settled = Pick<OutboxRow, 'state' | 'last_error'> & { readonly due_at?: number };

/** Writes down what came of an attempt. False, and nothing written, where the lease has ended or is another's. */
export async function recordAttempt(
  db: Queries,
  claimed: OutboxRow,
  settled: Settled,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...settled, lease_owner: null, lease_until: 0 })
    .where('id', '=', claimed.id)
    .where('lease_owner', '=', claimed.lease_owner)
    .where('lease_until', '>', nowMs)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
