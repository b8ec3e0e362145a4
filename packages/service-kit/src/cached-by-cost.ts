import { LRUCache } from 'lru-cache';

import { createWorkQueue } from './work-queue.ts';

/**
 * How long a result is cached, relative to the time of its query. Queries then take at most a twentieth of the
 * database's time.
 */
const cacheFactor = 20;

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Caches a result in proportion to its cost, regardless of the number of callers. `run` may delay the work, which costs nothing. */
export function cachedByCost<Result>(
  read: () => Promise<Result>,
  run: Run = (work) => work(),
): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  const clear = () => void (result = null);
  return () => {
    if (result) return result;
    let startedAt = 0;
    result = run(() => {
      startedAt = performance.now();
      return read();
    });
    result.then(() => setTimeout(clear, cacheFactor * (performance.now() - startedAt)).unref(), clear);
    return result;
  };
}

/** How many keys have a cached result. */
const maxKeys = 100;

/** Caches a result for each key in proportion to its cost. Results that are not cached are read one after another. */
export function cachedByKey<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const run = createWorkQueue();
  const cache = new LRUCache<string, () => Promise<Result>>({ max: maxKeys });
  return (key, read) => {
    const cached = cache.get(key) ?? cachedByCost(read, run);
    cache.set(key, cached);
    return cached();
  };
}
