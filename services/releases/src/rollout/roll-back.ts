import type { RollbackPlan, RollbackRequest, ReleaseSetRecord } from '@funnel/contracts/release-management';

import type { Db } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { changedVersions, describeUnreadable } from '../registry/build-repository.ts';
import { promotionRefused } from '../sets/promotion-refused.ts';
import { stableSetHistory } from '../sets/release-history.ts';
import {
  findSet,
  listStableDeployments,
  neverLiveReason,
  readChannel,
  type ChannelRow,
} from '../sets/release-repository.ts';
import { requireSeenSet, updateChannel, type Actor } from './update-channel.ts';

interface ResolvedRollback {
  readonly expected: ChannelRow;
  readonly target: ReleaseSetRecord;
  /** The sets that became stable after the target last did, the live one among them. */
  readonly stableSince: readonly string[];
}

/** Rejects a target that no visitor could get, because a stored manifest of it is missing or was changed. */
async function requireServable(db: Db, { id, members }: ReleaseSetRecord): Promise<void> {
  const versions = Object.entries(members).map(([name, version]) => ({ name, version }));
  const changed = await changedVersions(db, versions);
  if (changed.length === 0) return;
  const reasons = changed.map(({ name, version }) => describeUnreadable(db, name, version));
  throw promotionRefused(
    `The set "${id}" cannot be served.`,
    ...(await Promise.all(reasons)),
    'Roll back to another set instead: "release audit" lists them.',
  );
}

async function resolveRollback(
  { database: { db } }: ReleaseContext,
  { to, live: seenSetId }: Pick<RollbackRequest, 'to' | 'live'>,
): Promise<ResolvedRollback> {
  const expected = await readChannel(db);
  if (!expected) throw promotionRefused('Nothing is live yet.');
  await requireSeenSet(db, seenSetId, expected.set_id, 'live');
  const deployments = await listStableDeployments(db);
  const id = to ?? stableSetHistory(deployments).at(-2);
  if (id === undefined) {
    throw promotionRefused(
      'There is no earlier set to roll back to. "release audit" lists all sets that were live, and "release rollback --to SET" returns to one of them.',
    );
  }
  if (id === expected.set_id) throw promotionRefused(`The set "${id}" is already live.`);
  const target = await findSet(db, id);
  const stableSets = deployments.map((deployment) => deployment.to);
  if (!target || !stableSets.includes(id)) throw promotionRefused(neverLiveReason(id, target !== null));
  await requireServable(db, target);
  return { expected, target, stableSince: stableSets.slice(0, stableSets.indexOf(id)) };
}

/**
 * Returns the live set and the target of a rollback without changing anything. Throws `promotion-refused` if no
 * rollback is possible.
 */
export async function planRollback(context: ReleaseContext, to: string | undefined): Promise<RollbackPlan> {
  const { expected, target } = await resolveRollback(context, { to });
  const liveSet = await findSet(context.database.db, expected.set_id);
  if (!liveSet) throw new Error(`the live set ${expected.set_id} is not stored`);
  return { live: liveSet, to: target };
}

/**
 * Points production to the previous stable set, or to the named one. Gates are skipped, because it was live before. The
 * live set, a canary on top of it, and all sets that were live since the target was are withdrawn. Throws `promotion-refused` if
 * there is no such set, it is live or cannot be served, or another set is live than the operator saw.
 */
export async function rollBack(
  context: ReleaseContext,
  request: RollbackRequest,
  actor: Actor,
): Promise<void> {
  const { expected, target, stableSince } = await resolveRollback(context, request);
  const withdrawn = [...new Set([...stableSince, ...(expected.canary_set ? [expected.canary_set] : [])])];
  await updateChannel(context, {
    expected,
    stable: target.members,
    withdrawn,
    action: 'rollback',
    actor,
    note: request.note ?? '',
  });
}
