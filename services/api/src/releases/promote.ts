import { promotionRequestSchema } from '@funnel/contracts/release';
import type * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import { parseMember, readMembers, type ReadBuild } from './build-repository.ts';
import { hashesOf, missingFiles } from './file-repository.ts';
import { moveChannel, refused } from './move-channel.ts';
import { reasonsAgainst } from './release-gates.ts';
import { findSet, readChannel, setIdOf, type Members } from './release-repository.ts';

/** `mfe-quiz@1.1.0` and the like on top of what is live. Throws where a version was never published. */
async function changed(live: Members, changes: readonly string[], readBuild: ReadBuild): Promise<Members> {
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

/**
 * Makes a new set of what is live and the changes, and points production to it. What is live already changes nothing.
 * Throws `promotion-refused` with the gates' `reasons`.
 */
export async function promote(
  context: AppContext,
  readBuild: ReadBuild,
  { changes, note = '', force = false }: z.infer<typeof promotionRequestSchema>,
  actor: string,
): Promise<void> {
  const { db } = context.database;
  if (force && note.trim() === '') throw refused('--force needs a note that says why.');
  const seen = await readChannel(db);
  const live = (seen && (await findSet(db, seen.set_id))?.members) ?? {};
  const members = await changed(live, changes, readBuild);
  if (setIdOf(members) === seen?.set_id) return;

  const next = await readMembers(readBuild, members);
  const { remotes: liveRemotes } = await readMembers(readBuild, live);
  const builds = [...(next.shell ? [next.shell] : []), ...next.remotes];
  const missing = await Promise.all(builds.map((build) => missingFiles(db, hashesOf(build))));
  const candidate = { ...next, liveRemotes, isForced: force, missingFiles: new Set(missing.flat()) };
  const reasons = reasonsAgainst(candidate);
  if (reasons.length > 0) throw refused(...reasons);
  await moveChannel(context, { seen, members, action: 'promote', actor, note });
}
