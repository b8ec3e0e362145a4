import * as z from 'zod';

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

const pageViewSchema = z.object({ at: z.number() });

/** The view that arrived last need not be the last that happened, so several are compared. */
const maxReadPageViews = 100;

/** When, by the visitor's clock, the latest page view happened that the visit has reported since a time, or null. */
export async function latestPageViewSince(
  db: Queries,
  visitId: string,
  receivedSinceMs: number,
): Promise<number | null> {
  const rows = await db
    .selectFrom('events')
    .select('payload')
    .where('visit_id', '=', visitId)
    .where('received_at', '>=', receivedSinceMs)
    .where('name', '=', 'PageView')
    .orderBy('received_at', 'desc')
    .limit(maxReadPageViews)
    .execute();
  if (rows.length === 0) return null;
  return Math.max(...rows.map(({ payload }) => pageViewSchema.parse(JSON.parse(payload)).at));
}
