import type { Queries } from '../platform/database.ts';
import type { ExposureRow } from '../platform/schema.ts';

/** Stores that a visit has seen its arms. Only the first time counts. */
export async function insertExposures(db: Queries, exposures: readonly ExposureRow[]): Promise<void> {
  if (exposures.length === 0) return;
  await db
    .insertInto('exposures')
    .values([...exposures])
    .onConflict((conflict) => conflict.columns(['experiment', 'visit_id']).doNothing())
    .execute();
}

/** Whether any visit has seen an arm of an experiment. */
export async function isSeen(db: Queries, experiment: string): Promise<boolean> {
  const row = await db
    .selectFrom('exposures')
    .select('visit_id')
    .where('experiment', '=', experiment)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The arms that a visit has seen, by experiment, as JSON. Null if there are none. */
export async function armsSeenBy(db: Queries, visitId: string): Promise<string | null> {
  const rows = await db
    .selectFrom('exposures')
    .select(['experiment', 'arm'])
    .where('visit_id', '=', visitId)
    .orderBy('experiment')
    .execute();
  return rows.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(rows.map(({ experiment, arm }) => [experiment, arm])));
}
