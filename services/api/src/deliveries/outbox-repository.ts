import { isWaiting } from '@funnel/service-kit/jobs/outbox-queue';

import type { Queries } from '../platform/database.ts';
import type { OutboxRow } from '../platform/schema.ts';

type NewDelivery = Pick<OutboxRow, 'id' | 'destination' | 'kind' | 'payload'> &
  /** What it came from, for the log. */
  Partial<Pick<OutboxRow, 'visit_id' | 'set_id'>>;

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
