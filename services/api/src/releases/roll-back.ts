import { rollbackRequestSchema } from '@funnel/contracts/release';
import type * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import { moveChannel, refused } from './move-channel.ts';
import { trustedSets } from './release-history.ts';
import { findSet, listMoves, readChannel } from './release-repository.ts';

/**
 * Points production to the set before the live one, or to the named one. No gate stands in the way: it was live before.
 * Throws `promotion-refused` where there is no such set, or it is live.
 */
export async function rollBack(
  context: AppContext,
  { to, note = '' }: z.infer<typeof rollbackRequestSchema>,
  actor: string,
): Promise<void> {
  const { db } = context.database;
  const seen = await readChannel(db);
  if (!seen) throw refused('Nothing is live yet.');
  const target = to ?? trustedSets(await listMoves(db, 1000)).at(-2);
  if (target === undefined) throw refused('There is no set before the live one.');
  if (target === seen.set_id) throw refused(`The set ${target} is live already.`);
  const set = await findSet(db, target);
  if (!set) throw refused(`There is no set ${target}.`);
  await moveChannel(context, { seen, members: set.members, action: 'rollback', actor, note });
}
