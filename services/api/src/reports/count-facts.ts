import type { ReportDimension } from '@funnel/contracts/reports';
import { sql, type RawBuilder } from 'kysely';

import type { Queries } from '../platform/database.ts';
import type { ReportFactRow } from '../platform/schema.ts';

/** The name of everything that is not counted under a name of its own. */
export const other = 'other';

/** Below the number of parameters that a statement may have. */
const batchSize = 500;

/** The rows, divided into those to write at once. */
export const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );

/** A period within one day. */
export interface Period {
  readonly day: number;
  readonly from: number;
  readonly until: number;
}

/** A count, with everything that it can be divided by. */
export type Fact = Omit<ReportFactRow, 'day'> & Readonly<Record<ReportDimension, string>>;

/** The first page view of each visit, or of each visit and path, if it is within the period. */
const firstViews = (
  { from, until }: Pick<Period, 'from' | 'until'>,
  by: RawBuilder<unknown>,
  isSame: RawBuilder<unknown>,
) => sql`
  select view.visit_id, view.path, view.set_id, view.at from (
    select visit_id, path, set_id, received_at as at,
      row_number() over (partition by ${by} order by received_at, id) as place
    from events
    where name = 'PageView' and set_id is not null and received_at >= ${from} and received_at < ${until}
  ) as view
  where view.place = 1 and not exists (
    select 1 from events as earlier
    where earlier.visit_id = view.visit_id and earlier.received_at < ${from} and earlier.name = 'PageView'
      and earlier.set_id is not null ${isSame}
  )`;

/** The first page view of each visit and path, if it is within the period. */
export const firstViewsOfSteps = (period: Pick<Period, 'from' | 'until'>) =>
  firstViews(period, sql`visit_id, path`, sql`and earlier.path = view.path`);

/** Counts the visitors, steps, leads and first payments of a period. */
export async function countFacts(db: Queries, period: Period): Promise<Fact[]> {
  const { from, until } = period;
  const { rows } = await sql<Fact>`
    with items as (
      select 'visitors' as kind, '' as step, visit_id, set_id, '' as currency, 0 as amount
      from (${firstViews(period, sql`visit_id`, sql``)}) as visitors
      union all
      select 'steps', coalesce(path, ''), visit_id, set_id, '', 0
      from (${firstViewsOfSteps(period)}) as steps
      union all
      select 'leads', '', visit_id, set_id, '', 0 from leads
      where set_id is not null and received_at >= ${from} and received_at < ${until}
      union all
      select 'purchases', '', visit_id, set_id, currency, amount_minor from checkout_sessions
      where set_id is not null and status = 'paid' and paid_at >= ${from} and paid_at < ${until}
    )
    select items.kind, items.step, items.set_id, items.currency,
      coalesce(visits.source, '') as source, coalesce(visits.campaign, '') as campaign,
      coalesce(visits.device, '') as device, coalesce(visits.locale, '') as locale,
      count(*) as count, cast(sum(items.amount) as bigint) as amount_minor
    from items left join visits on visits.visit_id = items.visit_id
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows;
}
