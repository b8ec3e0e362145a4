import type { PromotionRequest } from '@funnel/contracts/release-management';

import type { AppContext } from '../platform/app-context.ts';
import { parseMember, readMembers, type ReadBuild } from './build-repository.ts';
import { hashesOf, missingFiles } from './file-repository.ts';
import { moveChannel, refused } from './move-channel.ts';
import { reasonsAgainst } from './release-gates.ts';
import { findSet, readChannel, setIdOf, type Members } from './release-repository.ts';

/** `mfe-quiz@1.1.0` and the like on top of what is live. Throws where a version was never published. */
export async function changedMembers(
  live: Members,
  changes: readonly string[],
  readBuild: ReadBuild,
): Promise<Members> {
  const parsed = changes.map(parseMember);
  const next = { ...live, ...Object.fromEntries(parsed) };
  const reasons = await Promise.all(
    parsed.map(async ([name, version]) => {
      if (next[name] !== version) return [`${name} is named with two versions.`];
      return (await readBuild(name, version)) ? [] : [`${name}@${version} was never published.`];
    }),
  );
  if (reasons.flat().length > 0) throw refused(...reasons.flat());
  return next;
}

/** Why the members cannot go live as one set, in words. */
export async function verifyMembers(
  { database: { db } }: AppContext,
  readBuild: ReadBuild,
  members: Members,
  live: Members,
  isForced = false,
): Promise<string[]> {
  const next = await readMembers(readBuild, members);
  const { remotes: liveRemotes } = await readMembers(readBuild, live);
  const builds = [...(next.shell ? [next.shell] : []), ...next.remotes];
  const missing = await Promise.all(builds.map((build) => missingFiles(db, hashesOf(build))));
  return reasonsAgainst({ ...next, liveRemotes, isForced, missingFiles: new Set(missing.flat()) });
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
  actor: string,
): Promise<void> {
  const { db } = context.database;
  if (force && note.trim() === '') throw refused('--force needs a note that says why.');
  const seen = await readChannel(db);
  if (seen?.canary_set)
    throw refused(
      `A canary of the set ${seen.canary_set} runs at ${seen.canary_percent} %. Finish or stop it first.`,
    );
  if (percent && !seen) throw refused('Nothing is live yet that a canary could stand beside.');
  const live = (seen && (await findSet(db, seen.set_id))?.members) ?? {};
  const members = await changedMembers(live, changes, readBuild);
  if (setIdOf(members) === seen?.set_id) return;

  const reasons = await verifyMembers(context, readBuild, members, live, force);
  if (reasons.length > 0) throw refused(...reasons);
  if (percent) {
    await moveChannel(context, {
      seen,
      stable: live,
      canary: { members, percent },
      action: 'canary',
      actor,
      note,
    });
  } else {
    const withdrawn = withdraw && seen ? [seen.set_id] : [];
    await moveChannel(context, { seen, stable: members, withdrawn, action: 'promote', actor, note });
  }
}
