import { LRUCache } from 'lru-cache';

import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { readChannel, withdrawnSets, type ChannelRow } from '../sets/release-repository.ts';
import type { Channel } from './assign-set.ts';
import { composeFromHistory, composeSet, type ComposedSet } from './compose-set.ts';

export interface LiveSets {
  /** Null before the first promotion. During a database outage, the last known channel. */
  channel(): Promise<Channel | null>;
  /** The set that new visitors get outside a canary. */
  current(): Promise<ComposedSet | null>;
  /** Any set, composed once. Falls back to the stable set. */
  byId(setId: string): Promise<ComposedSet | null>;
  /** Resolves when no replica serves the state from before the call. */
  waitForReplicas(): Promise<void>;
}

/** How long a replica may use the channel that it read. */
const maxAgeMs = 500;
/** The time after which a failed composition of a set is retried. */
const retryMs = 1000;
/** Sets that visitors use at the same time. Each takes a few hundred KB. */
const maxCachedSets = 30;

interface Reading {
  /** When the read started, by the process's own clock, which is never set back. */
  readonly startedAt: number;
  readonly channel: Promise<Channel | null>;
}

const revisionOf = (row: ChannelRow): string => `${row.moved_at}.${row.deprecation_changes}`;

/** Provides the sets that visitors get. The channel is read at most twice a second. */
export function createLiveSets(context: ReleaseContext, readBuild: ReadBuild): LiveSets {
  const { database, log } = context;
  let lastChannel: Channel | null = null;
  let reading: Reading | null = null;
  // Fallback versions depend on past deployments and on deprecations, so the key contains the revision of the channel.
  const cache = new LRUCache<string, ComposedSet>({
    max: maxCachedSets,
    // An entry that exceeds the cache is still returned to the waiting caller.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: (key) => composeSet(database.db, readBuild, key.slice(key.indexOf(' ') + 1)),
  });

  async function read(): Promise<Channel | null> {
    try {
      const row = await readChannel(database.db);
      if (row && lastChannel?.revision !== revisionOf(row))
        lastChannel = {
          revision: revisionOf(row),
          stable: row.set_id,
          canary: row.canary_set ? { setId: row.canary_set, percent: row.canary_percent ?? 0 } : null,
          withdrawn: new Set(await withdrawnSets(database.db)),
        };
    } catch (err) {
      log.error({ err }, 'the live set could not be read; serving the last known one');
    }
    return lastChannel;
  }

  function readChannelCached(): Promise<Channel | null> {
    const now = performance.now();
    if (!reading || now - reading.startedAt >= maxAgeMs) reading = { startedAt: now, channel: read() };
    return reading.channel;
  }

  /** The last composition of a stable set, used until a newer one succeeds. */
  let lastStable: ComposedSet | null = null;

  /** Sets, and fallbacks of deployments, whose composition failed a moment ago. */
  const failed = new LRUCache<string, true>({ max: maxCachedSets, ttl: retryMs });

  /** The revision for which `lastStable` was replaced, so that it is not composed again for each request. */
  let replacedFor: string | null = null;

  /**
   * Returns the set to serve if the stable set cannot be composed: the last served one. If that was rolled back, the newest
   * complete set of the history, which ends with the live one; if there is none, still the last served one.
   */
  async function stableFallback({ revision, withdrawn }: Channel): Promise<ComposedSet | null> {
    const key = `${revision} fallback`;
    const isUsable = lastStable && (!withdrawn.has(lastStable.set.id) || replacedFor === revision);
    if (isUsable || failed.has(key)) return lastStable;
    const composed = await composeFromHistory(database.db, readBuild).catch(() => null);
    if (!composed) failed.set(key, true);
    lastStable = composed ?? lastStable;
    replacedFor = composed && revision;
    return lastStable;
  }

  async function setOf(channel: Channel | null, setId: string): Promise<ComposedSet | null> {
    const key = `${channel?.revision ?? ''} ${setId}`;
    try {
      const composed = failed.has(key) ? null : ((await cache.fetch(key)) ?? null);
      if (composed && setId === channel?.stable) lastStable = composed;
      if (composed) return composed;
    } catch (err) {
      log.error({ err, setId }, 'a set could not be composed; serving the stable one');
      failed.set(key, true);
    }
    if (!channel) return lastStable;
    return setId === channel.stable ? stableFallback(channel) : setOf(channel, channel.stable);
  }

  return {
    channel: readChannelCached,
    async current() {
      const channel = await readChannelCached();
      return channel && setOf(channel, channel.stable);
    },
    byId: async (setId) => setOf(await readChannelCached(), setId),
    async waitForReplicas() {
      reading = null;
      // Other replicas read the channel again after this time.
      if (database.engine === 'postgres') await new Promise((resolve) => setTimeout(resolve, maxAgeMs));
    },
  };
}
