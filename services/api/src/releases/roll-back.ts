import { rollbackRequestSchema } from '@funnel/contracts/release-management';
import type * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import { moveChannel, refused } from './move-channel.ts';
import { isOfStable, trustedSets } from './release-history.ts';
import { findSet, listMoves, readChannel } from './release-repository.ts';

/**
 * Points production to the set before the live one, or to the named one. No gate stands in the way: it was live before.
 * The set that is left is withdrawn, and so are a canary on top of it and whatever was live in between.
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
  const moves = await listMoves(db, 1000);
  const history = trustedSets(moves);
  const target = to ?? history.at(-2);
  if (target === undefined) throw refused('There is no set before the live one.');
  if (target === seen.set_id) throw refused(`The set ${target} is live already.`);
  const set = await findSet(db, target);
  if (!set || !moves.some((move) => isOfStable(move) && move.to === target))
    throw refused(`No set ${target} was ever live.`);
  const since = history.includes(target) ? history.slice(history.lastIndexOf(target) + 1) : [];
  const withdrawn = [...new Set([seen.set_id, ...since, ...(seen.canary_set ? [seen.canary_set] : [])])];
  await moveChannel(context, { seen, stable: set.members, withdrawn, action: 'rollback', actor, note });
}
