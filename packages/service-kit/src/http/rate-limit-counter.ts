import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

import { createBatcher } from '../batching.ts';
import type { Clock } from '../clock.ts';
import type { AnyDatabase } from '../database/database.ts';

/** How much of a limit is used up in the present minute, and for how long that minute goes on. */
interface WindowUsage {
  readonly points: number;
  readonly restMs: number;
}

/** Adds points to each key's minute, which begins with the first of them. */
export type RateLimitCounter = (keys: readonly string[], points: number) => Promise<readonly WindowUsage[]>;

const windowMs = 60_000;

/** More callers a minute than this are not told apart: whoever sends from so many addresses could fill the memory. */
const maxKeys = 100_000;

export function createMemoryCounter(clock: Clock): RateLimitCounter {
  // The key that was counted least recently goes first, so that the counts which many share stay.
  const minutes = new LRUCache<string, { points: number; endsAt: number }>({ max: maxKeys });
  return async (keys, points) => {
    const nowMs = clock();
    return keys.map((key) => {
      const known = minutes.get(key);
      const minute = known && known.endsAt > nowMs ? known : { points: 0, endsAt: nowMs + windowMs };
      minute.points += points;
      minutes.set(key, minute);
      return { points: minute.points, restMs: minute.endsAt - nowMs };
    });
  };
}

/** By the database's clock: those of replicas differ. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

interface Entry {
  readonly key: string;
  readonly points: number;
}

/** For PostgreSQL, where replicas count together. What is asked at the same time is one statement. */
export function createDatabaseCounter(db: AnyDatabase['db']): RateLimitCounter {
  let sweepAt = 0;

  async function addAll(entries: readonly Entry[]): Promise<(entry: Entry) => WindowUsage> {
    const sums = new Map<string, number>();
    for (const { key, points } of entries) sums.set(key, (sums.get(key) ?? 0) + points);
    // In one order everywhere, so that replicas do not wait for each other in a circle.
    const keys = [...sums.keys()].toSorted();
    const rows = sql.join(
      keys.map((key) => sql`(${key}, ${sums.get(key)}::bigint, ${now} + ${windowMs}::bigint)`),
    );
    const { rows: used } = await sql<WindowUsage & { key: string }>`
      insert into rate_limits as known (key, points, expire) values ${rows}
      on conflict (key) do update set
        points = case when known.expire > ${now} then known.points else 0 end + excluded.points,
        expire = case when known.expire > ${now} then known.expire else excluded.expire end
      returning key, points, expire - ${now} as "restMs"
    `.execute(db);
    if (Date.now() >= sweepAt) {
      sweepAt = Date.now() + windowMs;
      await sql`delete from rate_limits where expire <= ${now} - ${windowMs}::bigint`.execute(db);
    }
    const before = new Map(
      used.map(({ key, points, restMs }) => [key, { points: points - (sums.get(key) ?? 0), restMs }]),
    );
    // Each sees the points of those before it, and not of those behind.
    const seen = new Map<Entry, WindowUsage>();
    for (const entry of entries) {
      const so = before.get(entry.key);
      if (!so) throw new Error('a key was not counted');
      so.points += entry.points;
      seen.set(entry, { ...so });
    }
    return (entry) => seen.get(entry) ?? { points: 0, restMs: windowMs };
  }

  const add = createBatcher(addAll, { concurrency: 2, maxSize: 300 });
  return (keys, points) => Promise.all(keys.map((key) => add({ key, points })));
}
