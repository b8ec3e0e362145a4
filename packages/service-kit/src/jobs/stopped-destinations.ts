import { sql } from 'kysely';

import type * as database from '../database/database.ts';
import { isWaiting } from './outbox-queue.ts';
import type { OutboxTables, StoppedDestinationRow } from './outbox-tables.ts';

type Queries = database.Queries<OutboxTables>;

export const readStop = (db: Queries, destination: string): Promise<StoppedDestinationRow | undefined> =>
  db.selectFrom('stopped_destinations').selectAll().where('destination', '=', destination).executeTakeFirst();

/** Stops a destination for all replicas. Returns false if it is stopped already. */
export async function stopDestination(db: Queries, stop: StoppedDestinationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stopped_destinations')
    .values(stop)
    .onConflict((conflict) => conflict.column('destination').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Resumes a destination. Its waiting deliveries are due now, with a new retry schedule, because none was attempted while
 * it was stopped. If repeats are recognized for a limited time (`hasRepeatLimit`), each keeps its schedule, which the first
 * attempt starts. Returns false if it was not stopped. Call it in a transaction.
 */
export async function resumeDestination(
  db: Queries,
  destination: string,
  nowMs: number,
  hasRepeatLimit: boolean,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('stopped_destinations')
    .where('destination', '=', destination)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  const waiting = db.updateTable('outbox').where('destination', '=', destination).where(isWaiting);
  await waiting.set({ due_at: sql<number>`cast(${nowMs} as bigint)` }).execute();
  if (!hasRepeatLimit) await waiting.set({ scheduled_from: nowMs }).execute();
  return true;
}
