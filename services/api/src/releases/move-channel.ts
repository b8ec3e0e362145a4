import type { AppContext } from '../platform/app-context.ts';
import { problem } from '../platform/problem.ts';
import {
  insertMove,
  insertSet,
  pointChannel,
  setIdOf,
  type ChannelRow,
  type Members,
  type Move,
} from './release-repository.ts';

interface Destination extends Pick<Move, 'action' | 'actor' | 'note'> {
  /** The channel as it was when the move was thought out. */
  readonly seen: ChannelRow | undefined;
  readonly members: Members;
}

/** Why production stays as it is, in words. */
export const refused = (...reasons: readonly string[]) =>
  problem('promotion-refused', { detail: reasons.join(' '), data: { reasons } });

/**
 * Points production to a set and leaves a note of it, in one transaction.
 * Throws `promotion-refused` where somebody else moved the channel since `seen`.
 */
export async function moveChannel({ database, clock }: AppContext, destination: Destination): Promise<void> {
  const { seen, members, ...move } = destination;
  const to = setIdOf(members);
  // Moves have an order, even within one millisecond or after the clock was set back.
  const at = Math.max(clock(), (seen?.moved_at ?? 0) + 1);
  await database.db.transaction().execute(async (transaction) => {
    // The channel first: its row is the lock that lets moves, and so the numbers of sets, follow one another.
    if (!(await pointChannel(transaction, seen, { set_id: to, moved_at: at })))
      throw refused('Somebody else moved production at the same time. Look at the status and try again.');
    await insertSet(transaction, members, at);
    await insertMove(transaction, { ...move, at, from: seen?.set_id ?? null, to });
  });
}
