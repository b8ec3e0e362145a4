import type { ReleasedRemote, ReleaseSet, RemoteManifest, ShellManifest } from '@funnel/contracts/release';

import type { AppContext } from '../platform/app-context.ts';
import { buildReader, type ReadBuild } from './build-repository.ts';
import { listMoves, readChannel, type ChannelRow } from './channel-repository.ts';
import { bringsReact, servesContract } from './release-gates.ts';
import { trustedSets } from './release-history.ts';
import { findSets, type Members } from './set-repository.ts';

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
  const { name, version, container, entry, contract, paths, widgets, preload, files } = manifest;
  const base = remoteBase(manifest);
  const integrity = Object.entries(files)
    .filter(([, { type }]) => isLoaded(type))
    .map(([path, file]) => [base + path, file.integrity] as const);
  return {
    name,
    version,
    container,
    base,
    entry,
    contract,
    paths,
    widgets,
    preload,
    integrity: Object.fromEntries(integrity),
  };
}

/** The manifests of a set's members. Throws where one is not there, which promotion does not let happen. */
export async function readMembers(readBuild: ReadBuild, members: Members) {
  const builds = await Promise.all(
    Object.entries(members).map(([name, version]) => readBuild(name, version)),
  );
  return {
    shell: builds.find((build) => build?.kind === 'shell') ?? null,
    remotes: builds.filter((build) => build?.kind === 'remote'),
  };
}

/** The newest other version of a remote that was live, was not rolled back from, and runs in this shell. */
async function fallbackFor(
  remote: RemoteManifest,
  shell: ShellManifest,
  readBuild: ReadBuild,
  past: readonly Members[],
) {
  const versions = new Set(past.map((members) => members[remote.name] ?? remote.version));
  versions.delete(remote.version);
  for (const version of versions) {
    const manifest = await readBuild(remote.name, version);
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
  const moves = await listMoves(db, memory);
  const pastIds = trustedSets(moves.reverse()).reverse();
  const sets = await findSets(db, [...new Set([setId, ...pastIds])]);
  const set = sets.find(({ id }) => id === setId);
  const { shell, remotes } = await readMembers(readBuild, set?.members ?? {});
  if (!set || !shell) throw new Error(`the live set ${setId} is not complete`);

  const past = pastIds.flatMap((pastId) =>
    sets.filter(({ id }) => id === pastId).map(({ members }) => members),
  );
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
export function openLiveRelease(
  context: AppContext,
  readBuild: ReadBuild = buildReader(context.database.db),
): LiveRelease {
  let composed: { channel: ChannelRow; release: Release } | null = null;
  let reading: Reading | null = null;

  async function read(): Promise<Release | null> {
    try {
      const channel = await readChannel(context.database.db);
      if (!channel) return null;
      if (composed?.channel.moved_at !== channel.moved_at || composed.channel.set_id !== channel.set_id) {
        composed = { channel, release: await compose(context, readBuild, channel.set_id) };
      }
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
