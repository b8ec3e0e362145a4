import type { CanaryRequest } from '@funnel/contracts/release-management';

import type { AppContext } from '../platform/app-context.ts';
import { moveChannel, refused, type Actor } from './move-channel.ts';
import { findSet, readChannel, type ChannelRow, type Members } from './release-repository.ts';

interface Running {
  readonly seen: ChannelRow;
  readonly stable: Members;
  readonly canary: { readonly members: Members; readonly percent: number; readonly startedAt: number };
}

async function readRunning({ database: { db } }: AppContext, seen: ChannelRow | undefined): Promise<Running> {
  const stable = seen && (await findSet(db, seen.set_id));
  const canary = seen?.canary_set ? await findSet(db, seen.canary_set) : null;
  if (!seen || !stable || !canary) throw refused('No canary is running.');
  return {
    seen,
    stable: stable.members,
    canary: {
      members: canary.members,
      percent: seen.canary_percent ?? 0,
      startedAt: seen.canary_started_at ?? 0,
    },
  };
}

/** Widens the canary, ends it, or makes it what everybody gets. Throws `promotion-refused` in words. */
export async function moveCanary(context: AppContext, request: CanaryRequest, actor: Actor): Promise<void> {
  const { note = '' } = request;
  const channel = await readChannel(context.database.db);
  const { seen, stable, canary } = await readRunning(context, channel);
  if (request.action === 'finish')
    return moveChannel(context, { seen, stable: canary.members, action: 'finish', actor, note });
  if (request.action === 'stop') return stopCanary(context, seen, { action: 'stop', actor, note });

  const { percent } = request;
  // Narrowing would take the canary away from some who have it.
  if (percent <= canary.percent)
    throw refused(`The canary runs at ${canary.percent} % already; it can be widened or stopped.`);
  await moveChannel(context, { seen, stable, canary: { ...canary, percent }, action: 'widen', actor, note });
}

/**
 * Withdraws the canary of the channel as it was `seen`: its visitors move to the stable set at their next page load or stage.
 * Throws `promotion-refused` where the channel was moved meanwhile, since it may be another canary by now.
 */
export async function stopCanary(
  context: AppContext,
  channel: ChannelRow | undefined,
  move: { readonly action: 'stop' | 'heal'; readonly actor: Actor; readonly note: string },
): Promise<void> {
  const { seen, stable } = await readRunning(context, channel);
  const withdrawn = seen.canary_set ? [seen.canary_set] : [];
  await moveChannel(context, { seen, stable, withdrawn, ...move });
}
