import {
  releasedRemoteSchema,
  type ReleasedRemote,
  type ReleaseSet,
  type RemoteManifest,
  type ShellManifest,
} from '@funnel/contracts/release';

import type { AppContext } from '../platform/app-context.ts';
import { readMembers, type ReadBuild } from './build-repository.ts';
import { bringsReact, servesContract } from './release-gates.ts';
import { trustedSets } from './release-history.ts';
import { findSets, listMoves, readChannel, type Members } from './release-repository.ts';

/** What visitors get now. The same object for as long as nothing moves. */
export interface Release {
  readonly set: ReleaseSet;
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
}

export interface LiveRelease {
  /** Null until something was promoted. With the database away: what was live before. */
  current(): Promise<Release | null>;
  /** Resolves when no replica shows what was live before the call. */
  everywhere(): Promise<void>;
}

/** How long a replica may show what it read. */
const lifetimeMs = 500;
/** How many moves are looked through for a version to fall back to. */
const memory = 200;

const isLoaded = (type: string) => /javascript|^text\/css/.test(type);

export const remoteBase = ({ name, version }: { name: string; version: string }) =>
  `/remotes/${name}/${version}/`;

/** A remote as the browser needs it. */
export function released(manifest: RemoteManifest): ReleasedRemote {
  const base = remoteBase(manifest);
  const loaded = Object.entries(manifest.files).filter(([, { type }]) => isLoaded(type));
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

async function compose(
  { database: { db } }: AppContext,
  readBuild: ReadBuild,
  setId: string,
): Promise<Release> {
  const pastIds = trustedSets(await listMoves(db, memory)).reverse();
  const sets = await findSets(db, [...new Set([setId, ...pastIds])]);
  const membersOf = new Map(sets.map(({ id, members }) => [id, members]));
  const set = sets.find(({ id }) => id === setId);
  const { shell, remotes } = await readMembers(readBuild, set?.members ?? {});
  if (!set || !shell) throw new Error(`the live set ${setId} is not complete`);

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

interface Reading {
  /** When it was begun; the process's own clock, which nobody sets back. */
  readonly beganAt: number;
  readonly release: Promise<Release | null>;
}

/** The release that visitors get, read from the database twice a second at most. */
export function openLiveRelease(context: AppContext, readBuild: ReadBuild): LiveRelease {
  let composed: { movedAt: number; release: Release } | null = null;
  let reading: Reading | null = null;

  async function read(): Promise<Release | null> {
    try {
      const channel = await readChannel(context.database.db);
      if (!channel) return null;
      const { moved_at: movedAt, set_id } = channel;
      if (composed?.movedAt !== movedAt)
        composed = { movedAt, release: await compose(context, readBuild, set_id) };
      return composed.release;
    } catch (err) {
      context.log.error({ err }, 'the live release could not be read; showing what was live before');
      return composed?.release ?? null;
    }
  }
  return {
    current() {
      const now = performance.now();
      if (!reading || now - reading.beganAt >= lifetimeMs) reading = { beganAt: now, release: read() };
      return reading.release;
    },
    async everywhere() {
      reading = null;
      // Other replicas read the channel again when their copy is this old.
      if (context.database.engine === 'postgres')
        await new Promise((resolve) => setTimeout(resolve, lifetimeMs));
    },
  };
}
