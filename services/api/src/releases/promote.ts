import { promotionRequestSchema, type RemoteManifest, type ShellManifest } from '@funnel/contracts/release';
import type * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import { problem } from '../platform/problem.ts';
import { parseMember, type ReadBuild } from './build-repository.ts';
import { readChannel } from './channel-repository.ts';
import { missingFiles } from './file-repository.ts';
import { readMembers } from './live-release.ts';
import { moveChannel } from './move-channel.ts';
import { reasonsAgainst } from './release-gates.ts';
import { findSet, setIdOf, type Members } from './set-repository.ts';

type PromotionRequest = z.infer<typeof promotionRequestSchema>;

export const refused = (reasons: readonly string[]) =>
  problem('promotion-refused', { detail: reasons.join(' '), data: { reasons } });

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
  if (reasons.flat().length > 0) throw refused(reasons.flat());
  return next;
}

async function judge(
  db: AppContext['database']['db'],
  next: Builds,
  liveRemotes: readonly RemoteManifest[],
  isForced: boolean,
) {
  const builds = [...(next.shell ? [next.shell] : []), ...next.remotes];
  const hashes = builds.flatMap(({ files }) => Object.values(files).map(({ integrity }) => integrity));
  const reasons = reasonsAgainst({
    ...next,
    liveRemotes,
    isForced,
    missingFiles: new Set(await missingFiles(db, hashes)),
  });
  if (reasons.length > 0) throw refused(reasons);
}

interface Builds {
  readonly shell: ShellManifest | null;
  readonly remotes: readonly RemoteManifest[];
}

/**
 * Makes a new set of what is live and the changes, and points production to it. What is live already changes nothing.
 * Throws `promotion-refused` with the gates' `reasons`.
 */
export async function promote(
  context: AppContext,
  readBuild: ReadBuild,
  { changes, note = '', force = false }: PromotionRequest,
  actor: string,
): Promise<void> {
  const { db } = context.database;
  if (force && note.trim() === '') throw refused(['--force needs a note that says why.']);
  const seen = await readChannel(db);
  const live = (seen && (await findSet(db, seen.set_id))?.members) ?? {};
  const members = await changed(live, changes, readBuild);
  if (setIdOf(members) === seen?.set_id) return;

  const { remotes: liveRemotes } = await readMembers(readBuild, live);
  await judge(db, await readMembers(readBuild, members), liveRemotes, force);
  await moveChannel(context, { seen, members, action: 'promote', actor, note });
}
