import { sql } from 'kysely';

import type { GuardrailCounts } from '../analytics/compare-canary.ts';
import type { SetScope } from '../analytics/set-analytics.ts';
import { isNewSince, visitorActions } from '../analytics/visitor-counts.ts';
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

interface NetworkRow extends GuardrailCounts {
  readonly network: string;
}

/**
 * Counts what at most `maxVisitsPerNetwork` visits of each network to a set did, by network. They are chosen by their random ids,
 * so that both sets' visits are as old. Visits without events have no network and are not counted. There is no join, because
 * PostgreSQL would compare every visit with every other.
 */
async function readLimitedCounts(db: Db, scope: SetScope): Promise<NetworkRow[]> {
  const { setId, since } = scope;
  const { rows } = await sql<NetworkRow>`
    with seen as (
      select visit_id, act, null as network from (${visitorActions(scope)}) did
      union all
      select visit_id, null, coalesce(network, '') from events
      where set_id = ${setId} and name in ('PageView', 'ResourceFailed') and received_at >= ${since}
        and ${isNewSince('events', since)}
    ), visits as (
      select visit_id, min(network) as network,
        max(case act when 'ResourceFailed' then 1 else 0 end) as failed,
        max(case act when 'lead' then 1 else 0 end) as submitted,
        max(case act when 'purchase' then 1 else 0 end) as bought
      from seen group by visit_id
    ), placed as (
      select network, failed, submitted, bought, row_number() over (partition by network order by visit_id) as place
      from visits where network is not null
    )
    select network, count(*) as visitors, sum(failed) as failures, sum(submitted) as leads, sum(bought) as purchases
    from placed where place <= ${maxVisitsPerNetwork} group by network`.execute(db);
  return rows;
}

const sumOf = (rows: readonly NetworkRow[]): GuardrailCounts =>
  rows.reduce<GuardrailCounts>(
    (sum, { visitors, failures, leads, purchases }) => ({
      visitors: sum.visitors + visitors,
      failures: sum.failures + failures,
      leads: sum.leads + leads,
      purchases: sum.purchases + purchases,
    }),
    { visitors: 0, failures: 0, leads: 0, purchases: 0 },
  );

/**
 * The counts of a stable set and its canary with at most `maxVisitsPerNetwork` visits of a network, without the network that has
 * left the canary more leads than any other. One network can make up leads to hide that real visitors leave none.
 */
export async function readCountsWithoutTopNetwork(db: Db, stable: SetScope, canary: SetScope) {
  const ofCanary = await readLimitedCounts(db, canary);
  const mostLeads = Math.max(0, ...ofCanary.map(({ leads }) => leads));
  const [top, ...equal] = ofCanary.filter(({ leads }) => leads > 0 && leads === mostLeads);
  const leftOut = equal.length === 0 ? top?.network : undefined;
  const isCounted = ({ network }: NetworkRow) => network !== leftOut;
  return {
    stable: sumOf((await readLimitedCounts(db, stable)).filter(isCounted)),
    canary: sumOf(ofCanary.filter(isCounted)),
    isNetworkLeftOut: leftOut !== undefined,
  };
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
