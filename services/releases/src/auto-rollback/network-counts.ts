import { sql, type RawBuilder } from 'kysely';

import type { GuardrailCounts, PeriodCounts } from '../analytics/compare-canary.ts';
import type { SetScope } from '../analytics/set-analytics.ts';
import { isNewSince, visitorActions } from '../analytics/visitor-counts.ts';
import type { Db } from '../platform/database.ts';
import { maxVisitsPerNetwork, type NetworkCounts } from './analyze-canary.ts';

interface Row {
  readonly network: string;
  readonly period: number;
  readonly visitors: number;
  readonly failures: number;
  readonly first_visitors: number;
  readonly first_failures: number;
  readonly drawn_visitors: number;
  readonly drawn_failures: number;
}

/** A set and the times at which periods with one share of the canary began, in order. Visits before the first are not counted. */
export interface PeriodScope {
  readonly setId: string;
  readonly starts: readonly [number, ...number[]];
}

/** The number of the period of the time `at`, from 0. */
const periodOf = ([, ...later]: PeriodScope['starts']): RawBuilder<unknown> =>
  later.length === 0
    ? sql`0`
    : sql`case ${sql.join(
        later.map((start, index) => sql`when at >= ${start} then ${sql.lit(index + 1)}`).toReversed(),
        sql` `,
      )} else 0 end`;

/**
 * Counts the visits of a set, by wide network and period. A visit belongs to one network and to the period of its first event, by which it
 * is ordered. Its id is random, so the smallest ids draw visits of any age. Visits without events could not have reported a failure
 * either.
 */
export async function readNetworkCounts(db: Db, { setId, starts }: PeriodScope): Promise<NetworkCounts[]> {
  const [since] = starts;
  const { rows } = await sql<Row>`
    with came as (
      select visit_id, min(received_at) as at, min(coalesce(network, '')) as network,
        max(case name when 'ResourceFailed' then 1 else 0 end) as failed
      from events
      where set_id = ${setId} and name in ('PageView', 'ResourceFailed') and received_at >= ${since}
        and ${isNewSince('events', since)}
      group by visit_id
    ), ranked as (
      select network, failed, ${periodOf(starts)} as period,
        row_number() over (partition by network order by at, visit_id) as rank,
        row_number() over (partition by network order by visit_id) as draw
      from came
    )
    select network, period, count(*) as visitors, sum(failed) as failures,
      sum(case when rank <= ${maxVisitsPerNetwork} then 1 else 0 end) as first_visitors,
      sum(case when rank <= ${maxVisitsPerNetwork} then failed else 0 end) as first_failures,
      sum(case when draw <= ${maxVisitsPerNetwork} then 1 else 0 end) as drawn_visitors,
      sum(case when draw <= ${maxVisitsPerNetwork} then failed else 0 end) as drawn_failures
    from ranked group by network, period`.execute(db);
  return rows.map(({ network, period, visitors, failures, ...limited }) => ({
    network,
    period,
    all: { visitors, failures },
    first: { visitors: limited.first_visitors, failures: limited.first_failures },
    drawn: { visitors: limited.drawn_visitors, failures: limited.drawn_failures },
  }));
}

interface NetworkRow extends GuardrailCounts {
  readonly network: string;
  readonly period: number;
}

/**
 * Counts what at most `maxVisitsPerNetwork` visits of each wide network to a set did, by network and period. They are chosen by their random ids,
 * so that both sets' visits are as old. Visits without events have no network and are not counted. There is no join, because
 * PostgreSQL would compare every visit with every other.
 */
async function readLimitedCounts(db: Db, { setId, starts }: PeriodScope): Promise<NetworkRow[]> {
  const [since] = starts;
  const { rows } = await sql<NetworkRow>`
    with seen as (
      select visit_id, act, null as network, null as at from (${visitorActions({ setId, since })}) did
      union all
      select visit_id, null, coalesce(network, ''), received_at from events
      where set_id = ${setId} and name in ('PageView', 'ResourceFailed') and received_at >= ${since}
        and ${isNewSince('events', since)}
    ), visits as (
      select visit_id, min(network) as network, min(at) as at,
        max(case act when 'ResourceFailed' then 1 else 0 end) as failed,
        max(case act when 'lead' then 1 else 0 end) as submitted,
        max(case act when 'purchase' then 1 else 0 end) as bought
      from seen group by visit_id
    ), ranked as (
      select network, failed, submitted, bought, ${periodOf(starts)} as period,
        row_number() over (partition by network order by visit_id) as rank
      from visits where network is not null
    )
    select network, period, count(*) as visitors, sum(failed) as failures, sum(submitted) as leads, sum(bought) as purchases
    from ranked where rank <= ${maxVisitsPerNetwork} group by network, period`.execute(db);
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
 * The counts of a stable set and its canary with at most `maxVisitsPerNetwork` visits of a wide network, without the one that has
 * left the canary more leads than any other. One network can make up leads to hide that real visitors leave none.
 */
export async function readCountsWithoutTopNetwork(
  db: Db,
  sets: { readonly stable: string; readonly canary: string },
  starts: PeriodScope['starts'],
) {
  const ofCanary = await readLimitedCounts(db, { setId: sets.canary, starts });
  const leadsByNetwork = new Map<string, number>();
  for (const { network, leads } of ofCanary)
    leadsByNetwork.set(network, (leadsByNetwork.get(network) ?? 0) + leads);
  const mostLeads = Math.max(0, ...leadsByNetwork.values());
  const [top, ...equal] = [...leadsByNetwork].filter(([, leads]) => leads > 0 && leads === mostLeads);
  const topNetwork = equal.length === 0 ? top?.[0] : undefined;
  const isCounted = ({ network }: NetworkRow) => network !== topNetwork;
  const counted = {
    stable: (await readLimitedCounts(db, { setId: sets.stable, starts })).filter(isCounted),
    canary: ofCanary.filter(isCounted),
  };
  const countsIn = (set: keyof PeriodCounts, at: number) =>
    sumOf(counted[set].filter(({ period }) => period === at));
  return {
    stable: sumOf(counted.stable),
    canary: sumOf(counted.canary),
    periods: starts.map((_, at): PeriodCounts => ({
      stable: countsIn('stable', at),
      canary: countsIn('canary', at),
    })),
    isTopNetworkExcluded: topNetwork !== undefined,
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
