import type { Queries } from '../platform/database.ts';
import type { EventRow } from '../platform/schema.ts';

/** Stores new events, identified by their ids. Returns the ids that were new. */
export async function insertEvents(db: Queries, events: readonly EventRow[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const inserted = await db
    .insertInto('events')
    .values([...events])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** Whether the visit has reported a page view since this time. */
export async function hasPageViewSince(db: Queries, visitId: string, sinceMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('visit_id', '=', visitId)
    .where('received_at', '>=', sinceMs)
    .where('name', '=', 'PageView')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
