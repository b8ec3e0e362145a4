import type { PromotionRequest } from '@funnel/contracts/release-management';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { parseMember, whyUnreadable, type ReadBuild } from './build-repository.ts';
import { moveChannel, refused, type Actor } from './move-channel.ts';
import { inWords, type Finding } from './gates/release-gates.ts';
import { findSet, readChannel, setIdOf, type Members } from './release-repository.ts';
import { verifyMembers } from './gates/verify-members.ts';

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
  context: AppContext,
  readBuild: ReadBuild,
  { changes, note = '', canary: percent, withdraw = false, force = false }: PromotionRequest,
  actor: Actor,
): Promise<void> {
  const { db } = context.database;
  if (force && note.trim() === '') throw refused('--force needs a --reason that says why.');
  const seen = await readChannel(db);
  if (seen?.canary_set)
    throw refused(
      `A canary of the set ${seen.canary_set} runs at ${seen.canary_percent} %. Finish or stop it first.`,
    );
  if (percent && !seen) throw refused('Nothing is live yet that a canary could stand beside.');
  const live = (seen && (await findSet(db, seen.set_id))?.members) ?? {};
  const members = await changedMembers(db, live, changes, readBuild);
  if (setIdOf(members) === seen?.set_id) return;

  const findings = await verifyMembers(context, readBuild, members, live);
  const standing = findings.filter(({ canBeForced }) => !(force && canBeForced));
  if (standing.length > 0) throw refused(...standing.map(inWords));
  const move = { seen, actor, note: force ? forcedNote(note, findings) : note };
  if (percent) {
    await moveChannel(context, { ...move, stable: live, canary: { members, percent }, action: 'canary' });
  } else {
    const withdrawn = withdraw && seen ? [seen.set_id] : [];
    await moveChannel(context, { ...move, stable: members, withdrawn, action: 'promote' });
  }
}
