import { rollbackRequestSchema } from '@funnel/contracts/release';
import type * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import { listMoves, readChannel } from './channel-repository.ts';
import { moveChannel } from './move-channel.ts';
import { refused } from './promote.ts';
import { trustedSets } from './release-history.ts';
import { findSet } from './set-repository.ts';

type RollbackRequest = z.infer<typeof rollbackRequestSchema>;

/**
 * Points production to the set before the live one, or to the named one. No gate stands in the way: it was live before.
 * Throws `promotion-refused` where there is no such set, or it is live.
 */
export async function rollBack(
  context: AppContext,
  { to, note = '' }: RollbackRequest,
  actor: string,
): Promise<void> {
  const { db } = context.database;
  const seen = await readChannel(db);
  if (!seen) throw refused(['Nothing is live yet.']);
  const moves = await listMoves(db, 1000);
  const target = to ?? trustedSets(moves.reverse()).at(-2);
  if (target === undefined) throw refused(['There is no set before the live one.']);
  if (target === seen.set_id) throw refused([`The set ${target} is live already.`]);
  const set = await findSet(db, target);
  if (!set) throw refused([`There is no set ${target}.`]);
  await moveChannel(context, { seen, members: set.members, action: 'rollback', actor, note });
}
