import { randomUUID } from 'node:crypto';

import type { AppContext } from '../platform/app-context.ts';
import { problem } from '../platform/problem.ts';
import { channel, insertMove, pointChannel, type ChannelRow, type Move } from './channel-repository.ts';
import { insertSet, setIdOf, type Members } from './set-repository.ts';

interface Destination {
  /** The channel as it was when the move was thought out. */
  readonly seen: ChannelRow | undefined;
  readonly members: Members;
  readonly action: Move['action'];
  readonly actor: string;
  readonly note: string;
}

/**
 * Points production to a set and leaves a note of it, in one transaction.
 * Throws `promotion-refused` where somebody else moved the channel since `seen`.
 */
export async function moveChannel({ database, clock }: AppContext, destination: Destination): Promise<void> {
  const { seen, members, action, actor, note } = destination;
  const setId = setIdOf(members);
  // Moves have an order, even within one millisecond or after the clock was set back.
  const at = Math.max(clock(), (seen?.moved_at ?? 0) + 1);
  await database.db.transaction().execute(async (transaction) => {
    // The channel first: its row is the lock that lets moves, and so the numbers of sets, follow one another.
    if (!(await pointChannel(transaction, seen, { set_id: setId, moved_at: at }))) {
      const reason = 'Somebody else moved production at the same time. Look at the status and try again.';
      throw problem('promotion-refused', { detail: reason, data: { reasons: [reason] } });
    }
    await insertSet(transaction, members, at);
    const from_set = seen?.set_id ?? null;
    await insertMove(transaction, {
      id: randomUUID(),
      at,
      actor,
      action,
      channel,
      from_set,
      to_set: setId,
      note,
    });
  });
}
