import { minVisitors } from '@funnel/contracts/canary-stages';
import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';
import { ProblemError } from '@funnel/service-kit/problem';

import { compareGuardrails } from '../analytics/compare-canary.ts';
import { readRunningComparison } from '../analytics/running-comparison.ts';
import { analyzeRunningCanary } from '../auto-rollback/active-canary.ts';
import { maxVisitsPerNetwork } from '../auto-rollback/analyze-canary.ts';
import { alertOf } from '../auto-rollback/canary-alert.ts';
import { readCountsWithoutTopNetwork } from '../auto-rollback/network-counts.ts';
import type { Db } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { beginNextStage, holdCanary } from '../rollout/canary.ts';
import { findSet, readChannel, readPlan, type ChannelRow } from '../sets/release-repository.ts';

/** The actor in the history. */
const actor = 'canary-stages';

const intervalMs = 5000;

interface StageCheck {
  readonly mayContinue: boolean;
  /** The rule and the counts, for the history. */
  readonly reason: string;
}

/** What people or the smoke test have found out about the canary's new versions since it started, or null. */
async function findWarning(db: Db, channel: ChannelRow): Promise<string | null> {
  const canary = await findSet(db, channel.canary_set ?? '');
  const stable = await findSet(db, channel.set_id);
  const certification = canary?.certification;
  if (certification?.outcome === 'failed' && certification.at >= (channel.canary_started_at ?? 0))
    return 'The smoke test of the canary has failed since it started.';
  const deprecated = canary?.deprecated.find(({ name, version }) => stable?.members[name] !== version);
  return deprecated ? `${deprecated.name}@${deprecated.version} is deprecated: ${deprecated.reason}` : null;
}

/** Which set is short of visitors, and what brings more. */
const shortages = {
  both: ['Both sets are', 'a longer stage'],
  canary: ['The canary is', 'a higher percentage or a longer stage'],
  stable: ['The stable set is', 'a lower percentage or a longer stage'],
} as const;

/**
 * Says that few visitors count, and what to do; null if enough do. With so few a stage has shown nothing, and one network alone could
 * forge as many.
 */
function describeShortage(
  { stable, canary, isTopNetworkExcluded }: Awaited<ReturnType<typeof readCountsWithoutTopNetwork>>,
  counts: string,
): string | null {
  const isCanaryShort = canary.visitors < minVisitors;
  const isStableShort = stable.visitors < minVisitors;
  if (!isCanaryShort && !isStableShort) return null;
  const one = isCanaryShort ? 'canary' : 'stable';
  const [short, remedy] = shortages[isCanaryShort && isStableShort ? 'both' : one];
  // Written as a number, because an alert that differs only in numbers is not sent again.
  return `Too few visitors to judge (${minVisitors} of each set are needed): ${canary.visitors} of the canary and ${stable.visitors} of the stable set count. At most ${maxVisitsPerNetwork} visitors per network are counted. Excluded networks (most leads): ${isTopNetworkExcluded ? 1 : 0}. ${counts} ${short} short of visitors: resume the stages when more have come, which are then checked at once, or start the canary again with ${remedy}.`;
}

/**
 * Whether the next stage may begin. It may unless an operator should look first. Null if the canary is to be rolled back, which
 * the auto-rollback does.
 */
async function checkStage(context: ReleaseContext, channel: ChannelRow): Promise<StageCheck | null> {
  const running = await analyzeRunningCanary(context);
  // The auto-rollback also compares with the day before, and may not have run since the last visitor.
  if (running?.verdict.action === 'roll-back') return null;
  const alert = alertOf(running);
  if (alert) return { mayContinue: false, reason: alert.reason };
  const { db } = context.database;
  const warning = await findWarning(db, channel);
  if (warning) return { mayContinue: false, reason: warning };
  const { starts, canary, comparison } = await readRunningComparison(db, channel);
  const { visitors, failures, leads, purchases } = canary;
  const counts = `${visitors} visitors of the canary: ${failures.count} failures, ${leads.count} leads, ${purchases.count} purchases.`;
  const counted = await readCountsWithoutTopNetwork(
    db,
    { stable: channel.set_id, canary: channel.canary_set ?? '' },
    starts,
  );
  const shortage = describeShortage(counted, counts);
  if (shortage) return { mayContinue: false, reason: shortage };
  if (comparison.advice === 'check-assignment')
    return {
      mayContinue: false,
      reason: `The canary does not get the share of visitors that it should. ${counts}`,
    };
  // One network can make up visits that hide harm among all visitors, or suggest it, so an operator decides in both cases.
  const differences = [...comparison.differences, ...compareGuardrails(counted.periods)];
  const worse = differences.filter(({ judgment }) => judgment === 'worse');
  if (worse.length > 0) {
    const rates = [...new Set(worse.map(({ guardrail }) => guardrail))].join(', ');
    return { mayContinue: false, reason: `The canary is worse than the stable set: ${rates}. ${counts}` };
  }
  if (differences.some(({ interval }) => interval === null))
    return {
      mayContinue: false,
      reason: `The sets cannot be compared: too few of the visitors that count came to both at the same percentage. ${counts} Resume the stages later, or start the canary again with a lower percentage or a longer stage.`,
    };
  const harm =
    comparison.advice === 'increase' ? 'Harm is ruled out.' : 'No harm was found, and none is ruled out.';
  return { mayContinue: true, reason: `${harm} ${counts}` };
}

/**
 * Begins the next stage of a canary whose stage is over, holds it until an operator decides, or leaves it to the auto-rollback.
 * Every replica may run it at any rate: of several changes at once only one takes effect. Returns whether the channel has
 * changed.
 */
export async function updateCanaryStage(context: ReleaseContext): Promise<boolean> {
  const channel = await readChannel(context.database.db);
  const plan = readPlan(channel);
  if (!channel || plan === null || plan.dueAt === null || context.clock() < plan.dueAt) return false;
  const check = await checkStage(context, channel);
  if (check === null) return false;
  const { mayContinue, reason } = check;
  const note = `Stage ${plan.current + 1} of ${plan.stages.length} is over. ${reason}`;
  try {
    await (mayContinue ? beginNextStage : holdCanary)(context, channel, { actor, note });
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'promotion-refused') return false;
    throw error;
  }
  context.log.warn({ setId: channel.canary_set, mayContinue }, note);
  return true;
}

/** Runs the stages of canaries. What is due while no replica runs happens when one has started. */
export const startCanaryStages = (context: ReleaseContext): Worker =>
  startWorker({
    name: actor,
    run: async () => Number(await updateCanaryStage(context)),
    idleMs: intervalMs,
    log: context.log,
  });
