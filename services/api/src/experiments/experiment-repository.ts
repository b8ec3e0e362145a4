import type { ExperimentReport } from '@funnel/contracts/experiment-reports';
import type { Experiment } from '@funnel/contracts/experiments';
import { maxFailuresPerNetwork, maxVisitsPerNetwork } from '@funnel/releases/auto-rollback/analyze-canary';
import { dayMs } from '@funnel/service-kit/durations';
import { sql, type RawBuilder } from 'kysely';

import type { Queries } from '../platform/database.ts';
import type { ExperimentDecisionRow } from '../platform/schema.ts';

/** The visits that saw an arm, of those that count, and those of them to whom something happened. */
export type StoredCounts = Omit<ExperimentReport['arms'][number], 'name' | 'weight'> & {
  readonly arm: string;
};

/** A higher LCP is slow (https://web.dev/articles/lcp, checked 2026-11-23). */
const slowPaintMs = 2500;

/**
 * For this many visits of other wide networks, one visit of a wide network counts, because it may be forged. A wide network can be a
 * whole mobile carrier, so more of it counts in a large experiment. The planned visitors are no measure, because most are still to come.
 */
const othersPerVisit = 200;

/**
 * Counts the visits of each arm. As with canaries only the first visits of a network count, in whichever arm, so that
 * the arms keep their rates and their weights. The failures of a network are limited in addition, but not those of the control, and
 * so are its slow loads beyond those that its rate of them in the control explains, because a whole network can be slow.
 */
export async function countArms(
  db: Queries,
  { name, arms, purchaseWithinDays }: Experiment,
  nowMs: number,
): Promise<StoredCounts[]> {
  const windowMs = purchaseWithinDays * dayMs;
  const paid = sql`select 1 from checkout_sessions as s where s.visit_id = e.visit_id and s.status = 'paid' and s.paid_at >= e.at`;
  const returned = (kind: string) =>
    sql`select 1 from checkout_sessions as s join payments as p on p.subscription_id = s.subscription_id
      where s.visit_id = e.visit_id and s.status = 'paid' and s.paid_at >= e.at and p.kind = ${kind}`;
  const loads = sql`select 1 from events as l where l.visit_id = e.visit_id and l.name = 'WebVital'
    and l.measure is not null and l.received_at >= e.at`;
  const count = (condition: ReturnType<typeof sql>) => sql`sum(case when ${condition} then 1 else 0 end)`;
  // PostgreSQL sums integers as numeric, which the driver returns as text.
  const total = (column: RawBuilder<unknown>) => sql`cast(sum(${column}) as bigint)`;
  const isControl = sql`arm = ${arms[0]?.name ?? ''}`;
  const ofControl = (column: RawBuilder<unknown>) =>
    sql`max(case when ${isControl} then ${column} end) over (partition by network)`;
  const limited = (column: RawBuilder<unknown>, max: RawBuilder<unknown>) =>
    sql`case when ${isControl} or ${column} <= ${max} then ${column} else ${max} end`;
  const maxVisits = sql`case when e.others > ${sql.lit(maxVisitsPerNetwork * othersPerVisit)}
    then e.others / ${sql.lit(othersPerVisit)} else ${sql.lit(maxVisitsPerNetwork)} end`;
  const maxFailures = sql`max_visits * ${sql.lit(maxFailuresPerNetwork)} / ${sql.lit(maxVisitsPerNetwork)}`;
  // A network with few loads in the control shows no rate that would explain many slow ones in another arm.
  const expectedSlow = sql`coalesce(control_slow * loads / nullif(case when control_loads > loads then control_loads else loads end, 0), 0)`;
  const isOver = sql`e.at <= ${nowMs - windowMs}`;
  const { rows } = await sql<StoredCounts>`
    with seen as (
      select arm, visit_id, at, coalesce((select min(v.network) from events as v
        where v.visit_id = exposures.visit_id and v.name = 'PageView'), '') as network
      from exposures where experiment = ${name}
    ), sizes as (
      select network, case when count(*) > ${sql.lit(maxVisitsPerNetwork)} then ${sql.lit(maxVisitsPerNetwork)} else count(*) end as counted
      from seen group by network
    ), placed as (
      select arm, visit_id, at, seen.network as network,
        row_number() over (partition by seen.network order by at, visit_id) as place,
        (select ${total(sql`counted`)} from sizes) - counted as others
      from seen join sizes on sizes.network = seen.network
    ), networks as (
      select e.arm as arm, e.network as network, max(${maxVisits}) as max_visits, count(*) as exposed,
        ${count(isOver)} as visitors,
        ${count(sql`${isOver} and exists (${paid} and s.paid_at - e.at < ${windowMs})`)} as purchases,
        ${count(sql`exists (${paid})`)} as buyers,
        ${count(sql`exists (select 1 from events as f where f.visit_id = e.visit_id
          and f.name in ('ResourceFailed', 'ScriptFailed') and f.received_at >= e.at)`)} as failures,
        ${count(sql`exists (${loads})`)} as loads,
        ${count(sql`exists (${loads} and l.measure > ${sql.lit(slowPaintMs)})`)} as slow_loads,
        ${count(sql`exists (${returned('refund')})`)} as refunds,
        ${count(sql`exists (${returned('dispute')})`)} as disputes
      from placed as e where e.place <= ${maxVisits} group by e.arm, e.network
    ), compared as (
      select networks.*, coalesce(${ofControl(sql`slow_loads`)}, 0) as control_slow, coalesce(${ofControl(sql`loads`)}, 0) as control_loads
      from networks
    )
    select arm, ${total(sql`exposed`)} as exposed, ${total(sql`visitors`)} as visitors, ${total(sql`purchases`)} as purchases,
      ${total(sql`buyers`)} as buyers, ${total(sql`loads`)} as loads,
      ${total(limited(sql`slow_loads`, sql`${expectedSlow} + ${maxFailures}`))} as "slowLoads",
      ${total(limited(sql`failures`, maxFailures))} as failures,
      ${total(sql`refunds`)} as refunds, ${total(sql`disputes`)} as disputes
    from compared group by arm`.execute(db);
  return rows;
}

export async function insertDecision(db: Queries, decision: ExperimentDecisionRow): Promise<void> {
  await db.insertInto('experiment_decisions').values(decision).execute();
}

/** What was decided, the newest first. */
export const listDecisions = (db: Queries): Promise<ExperimentDecisionRow[]> =>
  db.selectFrom('experiment_decisions').selectAll().orderBy('at', 'desc').execute();
