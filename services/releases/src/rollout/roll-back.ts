import type { RollbackPlan, RollbackRequest, ReleaseSetRecord } from '@funnel/contracts/release-management';

import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { changesStableSet, stableSetHistory } from '../sets/release-history.ts';
import { findSet, listDeployments, readChannel, type ChannelRow } from '../sets/release-repository.ts';
import { updateChannel, refused, type Actor } from './update-channel.ts';

interface ResolvedRollback {
  readonly expected: ChannelRow;
  readonly target: ReleaseSetRecord;
  /** Sets that were live between the target and the live one. */
  readonly between: readonly string[];
}

/** Whoever decided on a rollback decided about the set that they saw live. */
async function assertLive(db: Queries, expected: ChannelRow, live: string): Promise<void> {
  if (expected.set_id === live) return;
  const set = await findSet(db, expected.set_id);
  throw refused(
    `The set ${expected.set_id} (number ${set?.number}) is live by now, not ${live}.`,
    'Somebody else moved production meanwhile. Look at the status and try again.',
  );
}

async function resolveRollback(
  { database: { db } }: ReleaseContext,
  { to, live }: Pick<RollbackRequest, 'to' | 'live'>,
): Promise<ResolvedRollback> {
  const expected = await readChannel(db);
  if (!expected) throw refused('Nothing is live yet.');
  if (live !== undefined) await assertLive(db, expected, live);
  const deployments = await listDeployments(db, 1000);
  const history = stableSetHistory(deployments);
  const id = to ?? history.at(-2);
  if (id === undefined) throw refused('There is no set before the live one.');
  if (id === expected.set_id) throw refused(`The set ${id} is live already.`);
  const target = await findSet(db, id);
  if (!target || !deployments.some((move) => changesStableSet(move) && move.to === id))
    throw refused(`No set ${id} was ever live.`);
  const between = history.includes(id) ? history.slice(history.lastIndexOf(id) + 1) : [];
  return { expected, target, between };
}

/**
 * Which set a rollback leads away from, and to which. Moves nothing.
 * Throws `promotion-refused` where it leads nowhere.
 */
export async function planRollback(context: ReleaseContext, to: string | undefined): Promise<RollbackPlan> {
  const { expected, target } = await resolveRollback(context, { to });
  const live = await findSet(context.database.db, expected.set_id);
  if (!live) throw refused('Nothing is live yet.');
  return { live, to: target };
}

/**
 * Points production to the set before the live one, or to the named one. No gate stands in the way: it was live before.
 * The set that is left is withdrawn, and so are a canary on top of it and whatever was live in between.
 * Throws `promotion-refused` where there is no such set, it is live, or another set is live than the one that was seen.
 */
export async function rollBack(
  context: ReleaseContext,
  { to, live, note = '' }: RollbackRequest,
  actor: Actor,
): Promise<void> {
  const { expected, target, between } = await resolveRollback(context, { to, live });
  const withdrawn = [
    ...new Set([expected.set_id, ...between, ...(expected.canary_set ? [expected.canary_set] : [])]),
  ];
  await updateChannel(context, {
    expected,
    stable: target.members,
    withdrawn,
    action: 'rollback',
    actor,
    note,
  });
}
