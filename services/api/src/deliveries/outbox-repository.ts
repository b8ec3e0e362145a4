import { isWaiting, unattempted } from '@funnel/service-kit/jobs/outbox-queue';

import type { Queries } from '../platform/database.ts';
import type { OutboxRow } from '../platform/schema.ts';

type NewDelivery = Pick<OutboxRow, 'id' | 'destination' | 'kind' | 'payload'> &
  /** The visit and release set that caused it, for the log. */
  Partial<Pick<OutboxRow, 'visit_id' | 'set_id'>>;

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
  // All columns are listed, because the rows of one statement must have the same columns.
  const defaults = { visit_id: null, set_id: null, ...unattempted(nowMs) };
  await db
    .insertInto('outbox')
    .values((await withFairRanks(db, deliveries)).map((delivery) => ({ ...defaults, ...delivery })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Those of the ids whose deliveries are in the outbox, in whatever state. */
export async function enqueuedIds(db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('outbox').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Like `enqueueAll`, for one delivery. */
export const enqueue = (db: Queries, delivery: NewDelivery, nowMs: number): Promise<void> =>
  enqueueAll(db, [delivery], nowMs);
