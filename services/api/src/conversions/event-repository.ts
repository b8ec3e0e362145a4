import type { Queries } from '../platform/database.ts';
import type { EventRow } from '../platform/schema.ts';

/** Stores what is not known yet; an event is its id. */
export async function insertEvents(db: Queries, events: readonly EventRow[]): Promise<void> {
  await db
    .insertInto('events')
    .values([...events])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
