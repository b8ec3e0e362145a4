import { LRUCache } from 'lru-cache';

import { problem } from './problem.ts';
import { createWorkQueue } from './work-queue.ts';

/**
 * A result is cached for this many times as long as its query took, so that the query runs at most about a twentieth of the time.
 */
const cacheFactor = 20;

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Caches a result for `factor` times as long as it took to read, for calls with the same `key`. The time in which `run` keeps the
 * work waiting does not count.
 */
export function cachedByCost<Result>(
  read: () => Promise<Result>,
  run: Run = (work) => work(),
  factor = cacheFactor,
): (key?: number) => Promise<Result> {
  let cached: { readonly key: number; readonly result: Promise<Result> } | null = null;
  return (key = 0) => {
    if (cached?.key === key) return cached.result;
    let startedAt = 0;
    const timed = () => {
      startedAt = performance.now();
      return read();
    };
    const current = { key, result: run(timed) };
    cached = current;
    const clear = () => {
      if (cached === current) cached = null;
    };
    current.result.then(() => setTimeout(clear, factor * (performance.now() - startedAt)).unref(), clear);
    return current.result;
  };
}

/** How many keys have a cached result, and how many reads may wait: a read stays queued when its caller ends the request. */
const maxKeys = 100;

/**
 * Caches a result for each key for `factor` times its cost. With a factor of 0, a result is shared only by callers that are
 * already waiting for it. Results that are not cached are read one after another. Rejects another key with `too-many-requests`
 * while `maxKeys` results wait.
 */
export function cachedByKey<Result>(
  factor = cacheFactor,
): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const runQueued = createWorkQueue();
  let queued = 0;
  const run: Run = async (work) => {
    queued++;
    try {
      return await runQueued(work);
    } finally {
      queued--;
    }
  };
  const cache = new LRUCache<string, () => Promise<Result>>({ max: maxKeys });
  return async (key, read) => {
    const known = cache.get(key);
    if (known) return known();
    if (queued >= maxKeys)
      throw problem('too-many-requests', {
        detail: 'Too many different requests of this kind are waiting. Try again later.',
        retryAfterSeconds: 10,
      });
    const cached = cachedByCost(read, run, factor);
    cache.set(key, cached);
    return cached();
  };
}
