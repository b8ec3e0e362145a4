import type { CanaryPlan } from '@funnel/contracts/canary-stages';
import type { CanaryRequest } from '@funnel/contracts/release-management';

import type { ReleaseContext } from '../platform/release-context.ts';
import { findSet, readChannel, readPlan, type ChannelRow, type Members } from '../sets/release-repository.ts';
import { holdPlan, nextStage, resumePlan } from './canary-plan.ts';
import { updateChannel, promotionRefused, type Actor } from './update-channel.ts';

interface ActiveCanary {
  readonly expected: ChannelRow;
  readonly stable: Members;
  readonly canary: { readonly members: Members; readonly percent: number; readonly startedAt: number };
  /** Null if the canary has no stages. */
  readonly plan: CanaryPlan | null;
}

async function readActiveCanary(
  { database: { db } }: ReleaseContext,
  expected: ChannelRow | undefined,
): Promise<ActiveCanary> {
  const stable = expected && (await findSet(db, expected.set_id));
  const canary = expected?.canary_set ? await findSet(db, expected.canary_set) : null;
  if (!expected || !stable || !canary) throw promotionRefused('No canary is running.');
  return {
    expected,
    stable: stable.members,
    canary: {
      members: canary.members,
      percent: expected.canary_percent ?? 0,
      startedAt: expected.canary_started_at ?? 0,
    },
    plan: readPlan(expected),
  };
}

interface Deployment {
  readonly actor: Actor;
  readonly note: string;
}

const noStages = 'The canary has no stages. Change its percentage, promote it, or stop it.';

/**
 * Begins the next stage of the canary of the channel as it was read, or promotes it after the last one. Throws
 * `promotion-refused` if the channel has changed since.
 */
export async function beginNextStage(
  context: ReleaseContext,
  channel: ChannelRow,
  deployment: Deployment,
): Promise<void> {
  const { expected, stable, canary, plan } = await readActiveCanary(context, channel);
  if (!plan) throw promotionRefused(noStages);
  const next = nextStage(plan, context.clock());
  if (!next)
    return updateChannel(context, { expected, stable: canary.members, action: 'finish', ...deployment });
  await updateChannel(context, {
    expected,
    stable,
    canary: { ...canary, ...next },
    action: 'widen',
    ...deployment,
  });
}

/** Keeps the canary of the channel at its stage until it is resumed. Throws `promotion-refused`. */
export async function holdCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  deployment: Deployment,
): Promise<void> {
  const { expected, stable, canary, plan } = await readActiveCanary(context, channel);
  if (!plan) throw promotionRefused(noStages);
  if (plan.heldBecause !== null) throw promotionRefused('The stages of the canary are held already.');
  const held = holdPlan(plan, deployment.note || 'An operator holds it.', context.clock());
  await updateChannel(context, {
    expected,
    stable,
    canary: { ...canary, plan: held },
    action: 'hold',
    ...deployment,
  });
}

async function resumeCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  deployment: Deployment,
): Promise<void> {
  const { expected, stable, canary, plan } = await readActiveCanary(context, channel);
  if (!plan) throw promotionRefused(noStages);
  if (plan.heldBecause === null) throw promotionRefused('The stages of the canary are not held.');
  const resumed = resumePlan(plan, context.clock());
  await updateChannel(context, {
    expected,
    stable,
    canary: { ...canary, plan: resumed },
    action: 'resume',
    ...deployment,
  });
}

/**
 * Changes the canary's percentage, holds or resumes its stages, stops it, or promotes it to stable. Throws
 * `promotion-refused` with reasons.
 */
export async function updateCanary(
  context: ReleaseContext,
  request: CanaryRequest,
  actor: Actor,
): Promise<void> {
  const { note = '' } = request;
  const channel = await readChannel(context.database.db);
  const { expected, stable, canary } = await readActiveCanary(context, channel);
  if (request.action === 'finish')
    return updateChannel(context, { expected, stable: canary.members, action: 'finish', actor, note });
  if (request.action === 'hold') return holdCanary(context, expected, { actor, note });
  if (request.action === 'resume') return resumeCanary(context, expected, { actor, note });
  if (request.action === 'stop') return stopCanary(context, expected, { action: 'stop', actor, note });

  const { percent } = request;
  // A lower percentage would remove the canary from visitors who have it.
  if (percent <= canary.percent)
    throw promotionRefused(
      `The canary already gets ${canary.percent} %. Set a higher percentage, or stop it.`,
    );
  await updateChannel(context, {
    expected,
    stable,
    canary: { ...canary, percent },
    action: 'widen',
    actor,
    note,
  });
}

/**
 * Withdraws the canary of the channel as it was read. Its visitors move to the stable set at their next page load or
 * stage. Throws `promotion-refused` if the channel has changed since, because the canary may be another one.
 */
export async function stopCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  deployment: { readonly action: 'stop' | 'heal'; readonly actor: Actor; readonly note: string },
): Promise<void> {
  const { expected, stable } = await readActiveCanary(context, channel);
  const withdrawn = expected.canary_set ? [expected.canary_set] : [];
  await updateChannel(context, { expected, stable, withdrawn, ...deployment });
}
