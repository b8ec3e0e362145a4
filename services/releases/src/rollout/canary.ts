import type { CanaryPlan } from '@funnel/contracts/canary-stages';
import type { CanaryRequest } from '@funnel/contracts/release-management';

import type { ReleaseContext } from '../platform/release-context.ts';
import { promotionRefused } from '../sets/promotion-refused.ts';
import { findSet, readChannel, readPlan, type ChannelRow, type Members } from '../sets/release-repository.ts';
import { holdPlan, nextStage, resumePlan } from './canary-plan.ts';
import { requireSeenPercent, requireSeenSet, updateChannel, type Actor } from './update-channel.ts';

interface ActiveCanary {
  readonly expected: ChannelRow & { readonly canary_set: string };
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
    expected: { ...expected, canary_set: canary.id },
    stable: stable.members,
    canary: {
      members: canary.members,
      percent: expected.canary_percent ?? 0,
      startedAt: expected.canary_started_at ?? 0,
    },
    plan: readPlan(expected),
  };
}

/** Who deploys, and why. */
interface Decision {
  readonly actor: Actor;
  readonly note: string;
}

/** The running canary with its stages. Throws `promotion-refused` if it has none. */
async function readStagedCanary(context: ReleaseContext, channel: ChannelRow | undefined) {
  const { plan, ...active } = await readActiveCanary(context, channel);
  if (!plan)
    throw promotionRefused('The canary has no stages. Change its percentage, promote it, or stop it.');
  return { ...active, plan };
}

/** Changes the percentage or the stages of a canary. Without a `plan` it has no stages afterwards. */
const changeCanary = (
  context: ReleaseContext,
  { expected, stable, canary }: Omit<ActiveCanary, 'plan'>,
  change: { readonly percent?: number; readonly plan?: CanaryPlan },
  deployment: Decision & { readonly action: 'widen' | 'hold' | 'resume' },
): Promise<void> =>
  updateChannel(context, { expected, stable, canary: { ...canary, ...change }, ...deployment });

/**
 * Begins the next stage of the canary of the channel as it was read, or promotes it after the last one. Throws
 * `promotion-refused` if the channel has changed since.
 */
export async function beginNextStage(
  context: ReleaseContext,
  channel: ChannelRow,
  decision: Decision,
): Promise<void> {
  const active = await readStagedCanary(context, channel);
  const next = nextStage(active.plan, context.clock());
  if (next) return changeCanary(context, active, next, { ...decision, action: 'widen' });
  const { expected, canary } = active;
  await updateChannel(context, { expected, stable: canary.members, action: 'finish', ...decision });
}

/** Keeps the canary of the channel at its stage until it is resumed. Throws `promotion-refused`. */
export async function holdCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  decision: Decision,
): Promise<void> {
  const active = await readStagedCanary(context, channel);
  if (active.plan.heldBecause !== null) throw promotionRefused('The stages of the canary are held already.');
  const plan = holdPlan(active.plan, decision.note || 'An operator holds it.', context.clock());
  await changeCanary(context, active, { plan }, { ...decision, action: 'hold' });
}

async function resumeCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  decision: Decision,
): Promise<void> {
  const active = await readStagedCanary(context, channel);
  if (active.plan.heldBecause === null) throw promotionRefused('The stages of the canary are not held.');
  const plan = resumePlan(active.plan, context.clock());
  await changeCanary(context, active, { plan }, { ...decision, action: 'resume' });
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
  const { note = '', set } = request;
  const channel = await readChannel(context.database.db);
  const active = await readActiveCanary(context, channel);
  const { expected, canary } = active;
  await requireSeenSet(context.database.db, set, expected.canary_set, 'the canary');
  if (request.action === 'finish')
    return updateChannel(context, { expected, stable: canary.members, action: 'finish', actor, note });
  if (request.action === 'hold') {
    requireSeenPercent(request.percent, canary.percent);
    return holdCanary(context, expected, { actor, note });
  }
  if (request.action === 'resume') return resumeCanary(context, expected, { actor, note });
  if (request.action === 'stop') return stopCanary(context, expected, { action: 'stop', actor, note });

  const { percent } = request;
  // A lower percentage would remove the canary from visitors who have it.
  if (percent <= canary.percent)
    throw promotionRefused(
      `The canary already gets ${canary.percent} %. Set a higher percentage, or stop it.`,
    );
  await changeCanary(context, active, { percent }, { action: 'widen', actor, note });
}

/**
 * Withdraws the canary of the channel as it was read. Its visitors move to the stable set at their next page load or
 * stage. Throws `promotion-refused` if the channel has changed since, because the canary may be another one.
 */
export async function stopCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  decision: Decision & { readonly action: 'stop' | 'heal' },
): Promise<void> {
  const { expected, stable } = await readActiveCanary(context, channel);
  await updateChannel(context, { expected, stable, withdrawn: [expected.canary_set], ...decision });
}
