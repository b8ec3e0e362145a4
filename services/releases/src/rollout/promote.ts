import type { PromotionRequest } from '@funnel/contracts/release-management';

import { describeFinding, type Finding } from '../gates/release-gates.ts';
import { verifyMembers } from '../gates/verify-members.ts';
import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { parseMember, whyUnreadable, type ReadBuild } from '../registry/build-repository.ts';
import { findSet, readChannel, setIdOf, type Members } from '../sets/release-repository.ts';
import { updateChannel, refused, type Actor } from './update-channel.ts';

/** `mfe-quiz@1.1.0` and the like on top of what is live. Throws if a version was never published, or was changed since. */
export async function changedMembers(
  db: Queries,
  live: Members,
  changes: readonly string[],
  readBuild: ReadBuild,
): Promise<Members> {
  const parsed = changes.map(parseMember);
  const next = { ...live, ...Object.fromEntries(parsed) };
  const reasons = await Promise.all(
    parsed.map(async ([name, version]) => {
      if (next[name] !== version) return [`${name} is named with two versions.`];
      return (await readBuild(name, version)) ? [] : [await whyUnreadable(db, name, version)];
    }),
  );
  if (reasons.flat().length > 0) throw refused(...reasons.flat());
  return next;
}

/** What the note of a forced promotion says besides: what stood against it. */
function forcedNote(note: string, overruled: readonly Finding[]): string {
  const reasons = overruled.map(({ reason }) => reason).join(' ');
  return `${note} [forced: ${reasons || 'nothing stood against it'}]`;
}

/**
 * Makes a new set of what is live and the changes, and points production to it: for all new visitors, or for a share of
 * them. Visitors in mid-funnel stay on their set unless it is withdrawn. What is live already changes nothing.
 * Throws `promotion-refused` with the gates' `reasons`.
 */
export async function promote(
  context: ReleaseContext,
  readBuild: ReadBuild,
  { changes, note = '', canary: percent, withdraw = false, force = false }: PromotionRequest,
  actor: Actor,
): Promise<void> {
  const { db } = context.database;
  if (force && note.trim() === '') throw refused('--force needs a --reason that says why.');
  const expected = await readChannel(db);
  if (expected?.canary_set)
    throw refused(
      `A canary of the set ${expected.canary_set} runs at ${expected.canary_percent} %. Finish or stop it first.`,
    );
  if (percent && !expected) throw refused('Nothing is live yet that a canary could stand beside.');
  const live = (expected && (await findSet(db, expected.set_id))?.members) ?? {};
  const members = await changedMembers(db, live, changes, readBuild);
  if (setIdOf(members) === expected?.set_id) return;

  const findings = await verifyMembers(context, readBuild, members, live);
  const standing = findings.filter(({ isOverridable }) => !(force && isOverridable));
  if (standing.length > 0) throw refused(...standing.map(describeFinding));
  const update = { expected, actor, note: force ? forcedNote(note, findings) : note };
  if (percent) {
    await updateChannel(context, { ...update, stable: live, canary: { members, percent }, action: 'canary' });
  } else {
    const withdrawn = withdraw && expected ? [expected.set_id] : [];
    await updateChannel(context, { ...update, stable: members, withdrawn, action: 'promote' });
  }
}
