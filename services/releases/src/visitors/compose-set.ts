import type { ReleaseSet, RemoteManifest, ShellManifest } from '@funnel/contracts/release';
import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import { toReleasedRemote } from '@funnel/release-kit/federation/released-remote';
import { providesReact, servesContract } from '@funnel/release-kit/gates/release-gates';

import type { Db } from '../platform/database.ts';
import { readMembers, type ReadBuild } from '../registry/build-repository.ts';
import { stableSetHistory } from '../sets/release-history.ts';
import { findSets, listStableDeployments } from '../sets/release-repository.ts';

/** Everything that pages of one set need. The same object is reused until something changes. */
export interface ComposedSet {
  readonly set: ReleaseSet;
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
}

/** How many deployments that changed the stable set are searched for a fallback version. */
const maxDeployments = 200;

/**
 * Finds the newest other version of a remote that was live before and runs in this shell. Prefers one that is neither deprecated
 * nor only in withdrawn sets.
 */
async function fallbackFor(
  { name, version: current }: RemoteManifest,
  shell: ShellManifest,
  readBuild: ReadBuild,
  past: readonly ReleaseSetRecord[],
): Promise<RemoteManifest[]> {
  const trusted = past.filter(
    ({ withdrawnAt, deprecated }) =>
      withdrawnAt === null && !deprecated.some((member) => member.name === name),
  );
  for (const version of new Set([...trusted, ...past].map(({ members }) => members[name]))) {
    const manifest = version && version !== current ? await readBuild(name, version) : null;
    if (manifest?.kind === 'remote' && servesContract(shell, manifest) && providesReact(shell, manifest))
      return [manifest];
  }
  return [];
}

/** Composes a set. Throws if it does not exist, lacks a shell, or has an unreadable member. */
export async function composeSet(db: Db, readBuild: ReadBuild, setId: string): Promise<ComposedSet> {
  const pastIds = stableSetHistory(await listStableDeployments(db, maxDeployments)).toReversed();
  const sets = await findSets(db, [...new Set([setId, ...pastIds])]);
  const set = sets.find(({ id }) => id === setId);
  const { shell, remotes, unreadable } = await readMembers(readBuild, set?.members ?? {});
  if (!set || !shell || unreadable.length > 0) {
    const missing = unreadable.map(({ name, version }) => `${name}@${version}`).join(', ');
    throw new Error(`the set ${setId} is not complete: ${missing || 'it has no shell'}`);
  }

  const past = pastIds.flatMap((pastId) => sets.filter(({ id }) => id === pastId));
  const previous = await Promise.all(remotes.map((remote) => fallbackFor(remote, shell, readBuild, past)));
  return {
    set: {
      id: set.id,
      number: set.number,
      shell: shell.version,
      remotes: remotes.map(toReleasedRemote),
      previous: previous.flat().map(toReleasedRemote),
    },
    shell,
    remotes,
  };
}

/** Composes the newest complete set of the history, which ends with the live one, or returns null. */
export async function composeFromHistory(db: Db, readBuild: ReadBuild): Promise<ComposedSet | null> {
  const history = stableSetHistory(await listStableDeployments(db, maxDeployments)).toReversed();
  for (const id of new Set(history)) {
    const composed = await composeSet(db, readBuild, id).catch(() => null);
    if (composed) return composed;
  }
  return null;
}
