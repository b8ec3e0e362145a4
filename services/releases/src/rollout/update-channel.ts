import type { CanaryPlan } from '@funnel/contracts/canary-stages';
import type { automaticActors } from '@funnel/contracts/release-management';

import { readRunningComparison } from '../analytics/running-comparison.ts';
import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { promotionRefused } from '../sets/promotion-refused.ts';
import {
  findSet,
  findSets,
  insertDeployment,
  insertSet,
  compareAndSetChannel,
  setIdOf,
  setWithdrawn,
  storeCanaryReport,
  type ChannelRow,
  type Members,
  type Deployment,
} from '../sets/release-repository.ts';
import { deploymentNotices } from '../teams/deployment-notices.ts';
import { notifyTeams } from '../teams/team-webhook-repository.ts';

/** The actor of a deployment. */
export type Actor = AuthenticatedOperator | (typeof automaticActors)[number];

interface ChannelUpdate extends Pick<Deployment, 'action' | 'note'> {
  readonly actor: Actor;
  /** The channel as it was when the deployment was decided. */
  readonly expected: ChannelRow | undefined;
  /** The members that new visitors get afterwards. */
  readonly stable: Members;
  readonly canary?: {
    readonly members: Members;
    readonly percent: number;
    readonly startedAt?: number;
    readonly plan?: CanaryPlan;
  };
  /** Sets to withdraw. */
  readonly withdrawn?: readonly string[];
}

const changedMeanwhile =
  'Production has changed meanwhile, by another operator or by the service. Check the status and try again.';

/**
 * Rejects a deployment if another set is live, or is the canary, than the operator saw, or if there is no such set. Absent: the
 * operator named none.
 */
export async function requireSeenSet(
  db: Queries,
  seen: string | undefined,
  current: string,
  place: 'live' | 'the canary',
): Promise<void> {
  if (seen === undefined || seen === current) return;
  if (!(await findSet(db, seen)))
    throw promotionRefused(`There is no set "${seen}". "release status" shows what is live.`);
  const set = await findSet(db, current);
  throw promotionRefused(
    `Set ${current} (number ${set?.number}) is ${place} now, not ${seen}.`,
    changedMeanwhile,
  );
}

/** Rejects a deployment if the canary gets another percentage than the operator saw. Absent: the operator named none. */
export function requireSeenPercent(seen: number | undefined, current: number): void {
  if (seen === undefined || seen === current) return;
  throw promotionRefused(`The canary is at ${current} % now, not ${seen} %.`, changedMeanwhile);
}

/** The sets to record: the canary if the deployment starts, changes or stops one, otherwise the stable set. */
function fromAndTo({ expected, stable, canary, action }: ChannelUpdate): Pick<Deployment, 'from' | 'to'> {
  const from = expected?.set_id ?? null;
  if (canary) return { from, to: setIdOf(canary.members) };
  const isCanaryStopped = action === 'stop' || action === 'heal';
  return { from: isCanaryStopped ? (expected?.canary_set ?? from) : from, to: setIdOf(stable) };
}

/** The members of both sets before the deployment. */
async function readLiveMembers(db: Queries, expected: ChannelRow | undefined) {
  const ids = [expected?.set_id, expected?.canary_set].filter((id) => typeof id === 'string');
  const sets = ids.length === 0 ? [] : await findSets(db, ids);
  const membersOf = (id: string | null | undefined) => sets.find((set) => set.id === id)?.members ?? {};
  return { stable: membersOf(expected?.set_id), canary: membersOf(expected?.canary_set) };
}

/** Stores the report of an ended canary. It runs after the deployment, so that a failure here does not affect it. */
async function keepCanaryReport(
  { database: { db }, log }: ReleaseContext,
  ended: ChannelRow,
  at: number,
): Promise<void> {
  try {
    const { since, stable, canary, comparison } = await readRunningComparison(db, ended);
    await storeCanaryReport(db, at, {
      since,
      percent: ended.canary_percent ?? 0,
      stable,
      canary,
      comparison,
    });
  } catch (err) {
    log.error({ err, setId: ended.canary_set }, 'the report of the canary was not kept');
  }
}

/**
 * Points production to a stable set and perhaps a canary, and records the deployment, in one transaction. Clears the
 * withdrawal of both sets. Throws `promotion-refused` if the channel has changed since `expected` was read.
 */
export async function updateChannel(context: ReleaseContext, update: ChannelUpdate): Promise<void> {
  const { database, clock } = context;
  const { expected, stable, canary, withdrawn = [], action, actor, note } = update;
  // Deployments have a strict order, even within one millisecond or after the clock was set back.
  const nowMs = clock();
  const at = Math.max(nowMs, (expected?.moved_at ?? 0) + 1);
  const liveMembers = [stable, ...(canary ? [canary.members] : [])];
  const next = {
    set_id: setIdOf(stable),
    moved_at: at,
    canary_set: canary ? setIdOf(canary.members) : null,
    canary_percent: canary?.percent ?? null,
    // It is compared with the times of visitors' events, which use the clock.
    canary_started_at: canary ? (canary.startedAt ?? nowMs) : null,
    canary_plan: canary?.plan ? JSON.stringify(canary.plan) : null,
  };
  await database.db.transaction().execute(async (transaction) => {
    // The channel comes first, because its row is the lock that serializes deployments and the numbers of sets.
    if (!(await compareAndSetChannel(transaction, expected, next))) throw promotionRefused(changedMeanwhile);
    for (const members of liveMembers) await insertSet(transaction, members, at);
    if (withdrawn.length > 0) await setWithdrawn(transaction, withdrawn, at);
    // Last, because a rollback may lead to the set that was the canary.
    await setWithdrawn(transaction, liveMembers.map(setIdOf), null);
    const name = typeof actor === 'string' ? actor : actor.name;
    const deployment = { at, actor: name, action, note, percent: canary?.percent ?? null };
    const recorded = { ...deployment, ...fromAndTo(update) };
    await insertDeployment(transaction, recorded);
    const notices = deploymentNotices(recorded, await readLiveMembers(transaction, expected), stable);
    await notifyTeams(transaction, notices, nowMs);
  });
  if (expected?.canary_set && !canary) await keepCanaryReport(context, expected, at);
}
