import type { CanaryRequest } from '@funnel/contracts/release-management';

import type { ReleaseContext } from '../platform/release-context.ts';
import { findSet, readChannel, type ChannelRow, type Members } from '../sets/release-repository.ts';
import { updateChannel, refused, type Actor } from './update-channel.ts';

interface ActiveCanary {
  readonly expected: ChannelRow;
  readonly stable: Members;
  readonly canary: { readonly members: Members; readonly percent: number; readonly startedAt: number };
}

async function readActiveCanary(
  { database: { db } }: ReleaseContext,
  expected: ChannelRow | undefined,
): Promise<ActiveCanary> {
  const stable = expected && (await findSet(db, expected.set_id));
  const canary = expected?.canary_set ? await findSet(db, expected.canary_set) : null;
  if (!expected || !stable || !canary) throw refused('No canary is running.');
  return {
    expected,
    stable: stable.members,
    canary: {
      members: canary.members,
      percent: expected.canary_percent ?? 0,
      startedAt: expected.canary_started_at ?? 0,
    },
  };
}

/** Widens the canary, ends it, or makes it what everybody gets. Throws `promotion-refused` in words. */
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
  if (request.action === 'stop') return stopCanary(context, expected, { action: 'stop', actor, note });

  const { percent } = request;
  // Narrowing would take the canary away from some who have it.
  if (percent <= canary.percent)
    throw refused(`The canary runs at ${canary.percent} % already; it can be widened or stopped.`);
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
 * Withdraws the canary of the channel as it was `seen`: its visitors move to the stable set at their next page load or stage.
 * Throws `promotion-refused` where the channel was moved meanwhile, since it may be another canary by now.
 */
export async function stopCanary(
  context: ReleaseContext,
  channel: ChannelRow | undefined,
  move: { readonly action: 'stop' | 'heal'; readonly actor: Actor; readonly note: string },
): Promise<void> {
  const { expected, stable } = await readActiveCanary(context, channel);
  const withdrawn = expected.canary_set ? [expected.canary_set] : [];
  await updateChannel(context, { expected, stable, withdrawn, ...move });
}
