import type { SetAnalytics, Proportion } from '@funnel/contracts/release-analytics';
import { sql } from 'kysely';

import type { Db } from '../platform/database.ts';
import {
  visitorActions,
  isNewSince,
  revenueOf,
  visitorCountColumns,
  type Scope,
  type VisitorCounts,
} from './visitor-counts.ts';

/** The standard deviations on either side that contain 95 %. */
const z = 1.959964;

/** A share with its 95 % Wilson interval, which stays between 0 and 1 and is valid for few visitors. */
export function proportion(count: number, of: number): Proportion {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 };
  const share = count / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const reach = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  return { count, of, share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** One set and the start of the period in milliseconds. */
export type SetScope = Required<Scope>;

export async function readVisitorCounts(db: Db, scope: SetScope): Promise<VisitorCounts> {
  const { rows } =
    await sql<VisitorCounts>`with acts as (${visitorActions(scope)}) select ${visitorCountColumns()} from acts`.execute(
      db,
    );
  const [row] = rows;
  if (!row) throw new Error('a count has no row');
  return row;
}

/** Counts the visitors of each screen, and how many of the previous screen's went on to it or, by a shorter way, to a later one. */
async function readSteps(db: Db, { setId, since }: SetScope, screens: readonly string[], visitors: number) {
  if (screens.length === 0) return [];
  const stepCase = sql.join(
    screens.map((path, at) => sql`when ${path} then ${sql.lit(at)}`),
    sql` `,
  );
  const { rows } = await sql<{ at: number; before: number | null; visitors: number }>`
    with seen as (
      select visit_id, case path ${stepCase} end as at from events
      where set_id = ${setId} and name = 'PageView' and received_at >= ${since} and ${isNewSince('events', since)} group by 1, 2
    ), walked as (
      select at, lag(at) over (partition by visit_id order by at) as before from seen where at is not null
    )
    select at, before, count(*) as visitors from walked group by at, before`.execute(db);
  const sumOf = (key: 'at' | 'before', at: number) =>
    rows.filter((row) => row[key] === at).reduce((sum, row) => sum + row.visitors, 0);
  return screens.map((path, at) => ({
    path,
    visitors: sumOf('at', at),
    reached:
      at === 0
        ? proportion(sumOf('at', 0), visitors)
        : proportion(sumOf('before', at - 1), sumOf('at', at - 1)),
  }));
}

async function readLcp(db: Db, { setId, since }: SetScope): Promise<number | null> {
  const { rows } = await sql<{ paint: number | null }>`
    select min(measure) as paint from (
      select measure, cume_dist() over (order by measure) as share from events
      where set_id = ${setId} and name = 'WebVital' and received_at >= ${since} and measure is not null
        and ${isNewSince('events', since)}
    ) measured where share >= 0.75`.execute(db);
  return rows[0]?.paint ?? null;
}

/** @param screens paths in the order of the funnel */
export async function readSetAnalytics(
  db: Db,
  scope: SetScope,
  screens: readonly string[],
): Promise<SetAnalytics> {
  const row = await readVisitorCounts(db, scope);
  const { visitors, failures, leads, purchases } = row;
  return {
    setId: scope.setId,
    visitors,
    failures: proportion(failures, visitors),
    leads: proportion(leads, visitors),
    purchases: proportion(purchases, visitors),
    revenue: revenueOf(row),
    steps: await readSteps(db, scope, screens, visitors),
    largestPaintMs: await readLcp(db, scope),
  };
}
