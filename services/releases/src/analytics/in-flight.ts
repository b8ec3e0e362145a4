import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
import { assignmentTtlMs } from '../visitors/assign-set.ts';

/** By set, the visitors who keep it: they have seen a page of it within the time of an assignment, and have not paid. */
export async function countInFlight(
  db: Queries,
  setIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  if (setIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('events')
    .select(['set_id as setId', sql<number>`count(distinct visit_id)`.as('visitors')])
    .where('set_id', 'in', setIds)
    .where('name', '=', 'PageView')
    .where('received_at', '>', nowMs - assignmentTtlMs)
    .where(
      sql<boolean>`not exists (
        select 1 from checkout_sessions as paid where paid.visit_id = events.visit_id and paid.status = 'paid'
      )`,
    )
    .groupBy('set_id')
    .execute();
  return new Map(rows.map(({ setId, visitors }) => [setId ?? '', visitors]));
}
