import {
  releasedRemoteSchema,
  type ReleasedRemote,
  type ReleaseSet,
  type RemoteManifest,
  type ShellManifest,
} from '@funnel/contracts/release';

import { bringsReact, isCode, servesContract } from '../gates/release-gates.ts';
import type { Db } from '../platform/database.ts';
import { readMembers, type ReadBuild } from '../registry/build-repository.ts';
import { stableSetHistory } from '../sets/release-history.ts';
import { findSets, listDeployments, type Members } from '../sets/release-repository.ts';

/** All that a page of one set is made of. The same object for as long as nothing about it changes. */
export interface ComposedSet {
  readonly set: ReleaseSet;
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
}

/** How many moves are looked through for a version to fall back to. */
const memory = 200;

export const remoteBase = ({ name, version }: { name: string; version: string }) =>
  `/remotes/${name}/${version}/`;

/** A remote as the browser needs it. */
export function released(manifest: RemoteManifest): ReleasedRemote {
  const base = remoteBase(manifest);
  const loaded = Object.entries(manifest.files).filter(([, { type }]) => isCode(type));
  const integrity = Object.fromEntries(loaded.map(([path, file]) => [base + path, file.integrity]));
  return releasedRemoteSchema.parse({ ...manifest, base, integrity });
}

/** The newest other version of a remote that was live, was not rolled back from, and runs in this shell. */
async function fallbackFor(
  { name, version: current }: RemoteManifest,
  shell: ShellManifest,
  readBuild: ReadBuild,
  past: readonly Members[],
): Promise<RemoteManifest[]> {
  for (const version of new Set(past.map((members) => members[name]))) {
    const manifest = version && version !== current ? await readBuild(name, version) : null;
    if (manifest?.kind === 'remote' && servesContract(shell, manifest) && bringsReact(shell, manifest))
      return [manifest];
  }
  return [];
}

/** Throws if the set does not exist, or one of its members cannot be read, or it lacks its shell. */
export async function composeRelease(db: Db, readBuild: ReadBuild, setId: string): Promise<ComposedSet> {
  const pastIds = stableSetHistory(await listDeployments(db, memory)).reverse();
  const sets = await findSets(db, [...new Set([setId, ...pastIds])]);
  const membersOf = new Map(sets.map(({ id, members }) => [id, members]));
  const set = sets.find(({ id }) => id === setId);
  const { shell, remotes, unreadable } = await readMembers(readBuild, set?.members ?? {});
  if (!set || !shell || unreadable.length > 0) {
    const missing = unreadable.map(({ name, version }) => `${name}@${version}`).join(', ');
    throw new Error(`the set ${setId} is not complete: ${missing || 'it has no shell'}`);
  }

  const past = pastIds.map((pastId) => membersOf.get(pastId)).filter((members) => members !== undefined);
  const previous = await Promise.all(remotes.map((remote) => fallbackFor(remote, shell, readBuild, past)));
  return {
    set: {
      id: set.id,
      number: set.number,
      shell: shell.version,
      remotes: remotes.map(released),
      previous: previous.flat().map(released),
    },
    shell,
    remotes,
  };
}

/** The newest set that was live for all before the given one and can still be composed; null if there is none. */
export async function composeEarlier(
  db: Db,
  readBuild: ReadBuild,
  setId: string,
): Promise<ComposedSet | null> {
  const earlier = stableSetHistory(await listDeployments(db, memory)).reverse();
  for (const id of new Set(earlier.filter((trusted) => trusted !== setId))) {
    const release = await composeRelease(db, readBuild, id).catch(() => null);
    if (release) return release;
  }
  return null;
}
