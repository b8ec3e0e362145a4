import { sql } from 'kysely';

import type { SetScope } from '../analytics/set-analytics.ts';
import { isNewSince } from '../analytics/visitor-counts.ts';
import type { Db } from '../platform/database.ts';
import { maxVisitsPerNetwork, type NetworkCounts } from './analyze-canary.ts';

interface Row {
  readonly visitors: number;
  readonly failures: number;
  readonly first_visitors: number;
  readonly first_failures: number;
}

/**
 * Counts the visits of a set that started since a time, by network. A visit belongs to one network, and is ordered by
 * the time of its first event. Visits without events could not have reported a failure either.
 */
export async function readNetworkCounts(db: Db, { setId, since }: SetScope): Promise<NetworkCounts[]> {
  const { rows } = await sql<Row>`
    with came as (
      select visit_id, min(received_at) as at, min(coalesce(network, '')) as network,
        max(case name when 'ResourceFailed' then 1 else 0 end) as failed
      from events
      where set_id = ${setId} and name in ('PageView', 'ResourceFailed') and received_at >= ${since}
        and ${isNewSince('events', since)}
      group by visit_id
    ), placed as (
      select network, failed, row_number() over (partition by network order by at, visit_id) as place from came
    )
    select count(*) as visitors, sum(failed) as failures,
      sum(case when place <= ${maxVisitsPerNetwork} then 1 else 0 end) as first_visitors,
      sum(case when place <= ${maxVisitsPerNetwork} then failed else 0 end) as first_failures
    from placed group by network`.execute(db);
  return rows.map(({ visitors, failures, first_visitors, first_failures }) => ({
    all: { visitors, failures },
    first: { visitors: first_visitors, failures: first_failures },
  }));
}

/** Counts visits that reported a failure of a set since a time. */
export async function countFailingVisits(db: Db, { setId, since }: SetScope): Promise<number> {
  const query = db
    .selectFrom('events')
    .select((by) => by.fn.count<number>('visit_id').distinct().as('count'))
    .where('set_id', '=', setId)
    .where('name', '=', 'ResourceFailed')
    .where('received_at', '>=', since);
  return (await query.executeTakeFirstOrThrow()).count;
}
