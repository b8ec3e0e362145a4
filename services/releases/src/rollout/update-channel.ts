import { problem } from '@funnel/service-kit/problem';

import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import {
  insertDeployment,
  insertSet,
  compareAndSetChannel,
  setIdOf,
  setWithdrawn,
  type ChannelRow,
  type Members,
  type Deployment,
} from '../sets/release-repository.ts';

/** The actor of a deployment: an operator, or auto-rollback. */
export type Actor = AuthenticatedOperator | 'self-healing';

interface ChannelUpdate extends Pick<Deployment, 'action' | 'note'> {
  readonly actor: Actor;
  /** The channel as it was when the deployment was decided. */
  readonly expected: ChannelRow | undefined;
  /** The members that new visitors get afterwards. */
  readonly stable: Members;
  readonly canary?: { readonly members: Members; readonly percent: number; readonly startedAt?: number };
  /** Sets to withdraw. */
  readonly withdrawn?: readonly string[];
}

/** Creates a `promotion-refused` problem with its reasons. */
export const promotionRefused = (...reasons: readonly string[]) =>
  problem('promotion-refused', { detail: reasons.join(' '), data: { reasons } });

/** The sets to record: the canary if the deployment starts or changes one, otherwise the stable set. */
function fromAndTo({ expected, stable, canary, action }: ChannelUpdate): Pick<Deployment, 'from' | 'to'> {
  const from = expected?.set_id ?? null;
  if (canary) return { from, to: setIdOf(canary.members) };
  const isCanaryEnd = action === 'stop' || action === 'heal';
  return {
    from: isCanaryEnd || action === 'finish' ? (expected?.canary_set ?? from) : from,
    to: setIdOf(stable),
  };
}

/**
 * Points production to a stable set and perhaps a canary, and records the deployment, in one transaction. Both sets are
 * no longer withdrawn. Throws `promotion-refused` if the channel has changed since `expected` was read.
 */
export async function updateChannel(
  { database, clock }: ReleaseContext,
  update: ChannelUpdate,
): Promise<void> {
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
  };
  await database.db.transaction().execute(async (transaction) => {
    // The channel comes first, because its row is the lock that serializes deployments and the numbers of sets.
    if (!(await compareAndSetChannel(transaction, expected, next)))
      throw promotionRefused('Another operator changed production. Check the status and try again.');
    for (const members of liveMembers) await insertSet(transaction, members, at);
    const setsToWithdraw = withdrawn.filter((id) => id !== next.set_id && id !== next.canary_set);
    if (setsToWithdraw.length > 0) await setWithdrawn(transaction, setsToWithdraw, at);
    await setWithdrawn(transaction, liveMembers.map(setIdOf), null);
    const name = typeof actor === 'string' ? actor : actor.name;
    const deployment = { at, actor: name, action, note, percent: canary?.percent ?? null };
    await insertDeployment(transaction, { ...deployment, ...fromAndTo(update) });
  });
}
