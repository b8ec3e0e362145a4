import type { RollbackPlan, RollbackRequest, StoredSet } from '@funnel/contracts/release-management';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { moveChannel, refused, type Actor } from './move-channel.ts';
import { isOfStable, trustedSets } from './release-history.ts';
import { findSet, listMoves, readChannel, type ChannelRow } from './release-repository.ts';

interface Way {
  readonly seen: ChannelRow;
  readonly target: StoredSet;
  /** Sets that were live between the target and the live one. */
  readonly between: readonly string[];
}

/** Whoever decided on a rollback decided about the set that they saw live. */
async function expectLive(db: Queries, seen: ChannelRow, live: string): Promise<void> {
  if (seen.set_id === live) return;
  const set = await findSet(db, seen.set_id);
  throw refused(
    `The set ${seen.set_id} (number ${set?.number}) is live by now, not ${live}.`,
    'Somebody else moved production meanwhile. Look at the status and try again.',
  );
}

async function findWay(
  { database: { db } }: AppContext,
  { to, live }: Pick<RollbackRequest, 'to' | 'live'>,
): Promise<Way> {
  const seen = await readChannel(db);
  if (!seen) throw refused('Nothing is live yet.');
  if (live !== undefined) await expectLive(db, seen, live);
  const moves = await listMoves(db, 1000);
  const history = trustedSets(moves);
  const id = to ?? history.at(-2);
  if (id === undefined) throw refused('There is no set before the live one.');
  if (id === seen.set_id) throw refused(`The set ${id} is live already.`);
  const target = await findSet(db, id);
  if (!target || !moves.some((move) => isOfStable(move) && move.to === id))
    throw refused(`No set ${id} was ever live.`);
  const between = history.includes(id) ? history.slice(history.lastIndexOf(id) + 1) : [];
  return { seen, target, between };
}

/**
 * Which set a rollback leads away from, and to which. Moves nothing.
 * Throws `promotion-refused` where it leads nowhere.
 */
export async function planRollback(context: AppContext, to: string | undefined): Promise<RollbackPlan> {
  const { seen, target } = await findWay(context, { to });
  const live = await findSet(context.database.db, seen.set_id);
  if (!live) throw refused('Nothing is live yet.');
  return { live, to: target };
}

/**
 * Points production to the set before the live one, or to the named one. No gate stands in the way: it was live before.
 * The set that is left is withdrawn, and so are a canary on top of it and whatever was live in between.
 * Throws `promotion-refused` where there is no such set, it is live, or another set is live than the one that was seen.
 */
export async function rollBack(
  context: AppContext,
  { to, live, note = '' }: RollbackRequest,
  actor: Actor,
): Promise<void> {
  const { seen, target, between } = await findWay(context, { to, live });
  const withdrawn = [...new Set([seen.set_id, ...between, ...(seen.canary_set ? [seen.canary_set] : [])])];
  await moveChannel(context, { seen, stable: target.members, withdrawn, action: 'rollback', actor, note });
}
