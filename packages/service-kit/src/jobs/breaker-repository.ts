import { sql } from 'kysely';

import type * as database from '../database/database.ts';
import { afterFailure, closed, isTripped, type BatchResult } from './breaker.ts';
import { isWaiting } from './outbox-queue.ts';
import type { BreakerRow, OutboxTables } from './outbox-tables.ts';

type Queries = database.Queries<OutboxTables>;

/**
 * All replicas share a destination's state: together they send one probe at a time, and a restart forgets nothing of what
 * a receiver asked for.
 */
export const readBreaker = async (db: Queries, destination: string): Promise<BreakerRow> =>
  (await db.selectFrom('breakers').selectAll().where('destination', '=', destination).executeTakeFirst()) ?? {
    destination,
    ...closed,
  };

/** Reserves the probe until a time. False where another has it, or nothing waits that could be one. */
export async function reserveProbe(
  db: Queries,
  destination: string,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('breakers')
    .set({ open_until: untilMs })
    .where('destination', '=', destination)
    .where('open_until', '<=', nowMs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('outbox')
          .select('id')
          .where('destination', '=', destination)
          .where(isWaiting)
          .where('lease_until', '<=', nowMs),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const forwardBy = 60;

/** What a destination was to get within two hours becomes due within two minutes: soon, and still spread out. */
async function expediteWaiting(db: Queries, destination: string, nowMs: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: sql<number>`cast(${nowMs} + (due_at - ${nowMs}) / ${forwardBy} as bigint)` })
    .where('destination', '=', destination)
    .where('state', '=', 'waiting')
    .where('due_at', '>', nowMs)
    .execute();
}

/** Writes down what a round says about its destination. `before` is the state in which it began. */
export async function recordBatch(
  db: Queries,
  before: BreakerRow,
  { outcome, retryAfterMs }: BatchResult,
  nowMs: number,
): Promise<void> {
  const { destination } = before;
  const ours = db.updateTable('breakers').where('destination', '=', destination);
  if (outcome === 'answered' && before.failures > 0) {
    if (isTripped(before)) await expediteWaiting(db, destination, nowMs);
    await ours.set(closed).execute();
  }
  if (outcome === 'failed') {
    const after = afterFailure(before, nowMs, retryAfterMs);
    await db
      .insertInto('breakers')
      .values({ destination, ...after })
      .onConflict((conflict) =>
        // Another replica may have come to know more meanwhile.
        conflict.column('destination').doUpdateSet(after).where('breakers.failures', '<=', before.failures),
      )
      .execute();
  }
  // The reserved probe is free again.
  if (outcome === 'inconclusive' && isTripped(before)) await ours.set({ open_until: nowMs }).execute();
}
