import { LRUCache } from 'lru-cache';

import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { readChannel, withdrawnSets } from '../sets/release-repository.ts';
import type { Channel } from './assign-set.ts';
import { composeEarlier, composeRelease, type ComposedSet } from './compose-set.ts';

export interface LiveSets {
  /** Null until something was promoted. With the database away: as it was before. */
  channel(): Promise<Channel | null>;
  /** The release that new visitors get outside a canary. */
  current(): Promise<ComposedSet | null>;
  /** Any set, composed once; the current one where it cannot be had. */
  release(setId: string): Promise<ComposedSet | null>;
  /** Resolves when no replica shows what was live before the call. */
  waitForReplicas(): Promise<void>;
}

/** How long a replica may show what it read. */
const lifetimeMs = 500;
/** When a set that could not be composed is tried again. */
const retryMs = 1000;
/** Sets that visitors are on at the same time; each is a few hundred KB. */
const maxCachedSets = 30;

interface Reading {
  /** When it was begun; the process's own clock, which nobody sets back. */
  readonly beganAt: number;
  readonly channel: Promise<Channel | null>;
}

/** What visitors get, read from the database twice a second at most. */
export function createLiveSets(context: ReleaseContext, readBuild: ReadBuild): LiveSets {
  const { database, log } = context;
  let known: Channel | null = null;
  let reading: Reading | null = null;
  // What a set falls back to depends on the moves so far, so every move begins anew.
  const releases = new LRUCache<string, ComposedSet>({
    max: maxCachedSets,
    // What does not fit is still given to whoever waits for it.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: (key) => composeRelease(database.db, readBuild, key.slice(key.indexOf(' ') + 1)),
  });

  async function read(): Promise<Channel | null> {
    try {
      const row = await readChannel(database.db);
      if (row && known?.movedAt !== row.moved_at)
        known = {
          movedAt: row.moved_at,
          stable: row.set_id,
          canary: row.canary_set ? { setId: row.canary_set, percent: row.canary_percent ?? 0 } : null,
          withdrawn: new Set(await withdrawnSets(database.db)),
        };
    } catch (err) {
      log.error({ err }, 'the live release could not be read; showing what was live before');
    }
    return known;
  }

  function readChannelSoon(): Promise<Channel | null> {
    const now = performance.now();
    if (!reading || now - reading.beganAt >= lifetimeMs) reading = { beganAt: now, channel: read() };
    return reading.channel;
  }

  /** The newest composition of the stable set, for as long as no newer one can be had. */
  let lastStable: ComposedSet | null = null;

  /** Sets that could not be composed a moment ago. */
  const failed = new LRUCache<string, true>({ max: maxCachedSets, ttl: retryMs });

  /** In place of a stable set that cannot be composed: what was shown last, or the stable set before it. */
  async function inPlaceOf(stable: string): Promise<ComposedSet | null> {
    lastStable ??= await composeEarlier(database.db, readBuild, stable).catch(() => null);
    return lastStable;
  }

  async function releaseOf(channel: Channel | null, setId: string): Promise<ComposedSet | null> {
    const key = `${channel?.movedAt ?? 0} ${setId}`;
    try {
      const release = failed.has(key) ? null : ((await releases.fetch(key)) ?? null);
      if (release && setId === channel?.stable) lastStable = release;
      if (release) return release;
    } catch (err) {
      log.error({ err, setId }, 'a set could not be composed; showing the stable one');
      failed.set(key, true);
    }
    if (!channel) return lastStable;
    return setId === channel.stable ? inPlaceOf(setId) : releaseOf(channel, channel.stable);
  }

  return {
    channel: readChannelSoon,
    async current() {
      const channel = await readChannelSoon();
      return channel && releaseOf(channel, channel.stable);
    },
    release: async (setId) => releaseOf(await readChannelSoon(), setId),
    async waitForReplicas() {
      reading = null;
      // Other replicas read the channel again when their copy is this old.
      if (database.engine === 'postgres') await new Promise((resolve) => setTimeout(resolve, lifetimeMs));
    },
  };
}
