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

/** Who changes the channel: an operator, or the service itself where it ends a failing canary. */
export type Actor = AuthenticatedOperator | 'self-healing';

interface ChannelUpdate extends Pick<Deployment, 'action' | 'note'> {
  readonly actor: Actor;
  /** The channel as it was when the move was thought out. */
  readonly expected: ChannelRow | undefined;
  /** What new visitors get afterwards. */
  readonly stable: Members;
  readonly canary?: { readonly members: Members; readonly percent: number; readonly startedAt?: number };
  /** Sets that lose their visitors by it. */
  readonly withdrawn?: readonly string[];
}

/** Why production stays as it is, in words. */
export const refused = (...reasons: readonly string[]) =>
  problem('promotion-refused', { detail: reasons.join(' '), data: { reasons } });

/** What the move is about: the canary where it begins or changes one, else the stable set. */
function fromAndTo({ expected, stable, canary, action }: ChannelUpdate): Pick<Deployment, 'from' | 'to'> {
  const from = expected?.set_id ?? null;
  if (canary) return { from, to: setIdOf(canary.members) };
  const isTakenBack = action === 'stop' || action === 'heal';
  return {
    from: isTakenBack || action === 'finish' ? (expected?.canary_set ?? from) : from,
    to: setIdOf(stable),
  };
}

/**
 * Points production to a set, or to two, and leaves a note of it, in one transaction. What it points to is withdrawn no longer.
 * Throws `promotion-refused` where somebody else moved the channel since `seen`.
 */
export async function updateChannel(
  { database, clock }: ReleaseContext,
  destination: ChannelUpdate,
): Promise<void> {
  const { expected, stable, canary, withdrawn = [], action, actor, note } = destination;
  // Moves have an order, even within one millisecond or after the clock was set back.
  const nowMs = clock();
  const at = Math.max(nowMs, (expected?.moved_at ?? 0) + 1);
  const shown = [stable, ...(canary ? [canary.members] : [])];
  const next = {
    set_id: setIdOf(stable),
    moved_at: at,
    canary_set: canary ? setIdOf(canary.members) : null,
    canary_percent: canary?.percent ?? null,
    // It is compared with what visitors do, which has the clock's time.
    canary_started_at: canary ? (canary.startedAt ?? nowMs) : null,
  };
  await database.db.transaction().execute(async (transaction) => {
    // The channel first: its row is the lock that lets moves, and so the numbers of sets, follow one another.
    if (!(await compareAndSetChannel(transaction, expected, next)))
      throw refused('Somebody else moved production at the same time. Look at the status and try again.');
    for (const members of shown) await insertSet(transaction, members, at);
    const taken = withdrawn.filter((id) => id !== next.set_id && id !== next.canary_set);
    if (taken.length > 0) await setWithdrawn(transaction, taken, at);
    await setWithdrawn(transaction, shown.map(setIdOf), null);
    const name = typeof actor === 'string' ? actor : actor.name;
    const move = { at, actor: name, action, note, percent: canary?.percent ?? null };
    await insertDeployment(transaction, { ...move, ...fromAndTo(destination) });
  });
}
