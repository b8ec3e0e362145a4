import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

import { createBatcher } from '../batching.ts';
import type { Clock } from '../clock.ts';
import type { AnyDatabase } from '../database/database.ts';
import { minuteMs } from '../durations.ts';

/** How much of a limit is used in the current window, and the time until the window ends. */
interface WindowUsage {
  readonly points: number;
  readonly restMs: number;
}

/** Adds points to each key's window, which starts with its first point. With 0 points it only reads. */
export type RateLimitCounter = (keys: readonly string[], points: number) => Promise<readonly WindowUsage[]>;

/**
 * Whether a window is not over. One that would end later than a window that begins now was started before the clock was set back,
 * and counts as over.
 */
export const isCurrentWindow = (endsAtMs: number, nowMs: number, windowMs: number): boolean =>
  endsAtMs > nowMs && endsAtMs <= nowMs + windowMs;

/** The most callers that are counted separately, because a flood from many IPs could fill the memory. */
const maxKeys = 100_000;

export function createMemoryCounter(clock: Clock, windowMs = minuteMs): RateLimitCounter {
  // The least recently counted key is evicted first, so that counts shared by many callers stay.
  const windows = new LRUCache<string, { points: number; endsAt: number }>({ max: maxKeys });
  return async (keys, points) => {
    const nowMs = clock();
    return keys.map((key) => {
      const previous = windows.get(key);
      const current =
        previous && isCurrentWindow(previous.endsAt, nowMs, windowMs)
          ? previous
          : { points: 0, endsAt: nowMs + windowMs };
      current.points += points;
      if (points !== 0) windows.set(key, current);
      return { points: current.points, restMs: current.endsAt - nowMs };
    });
  };
}

/** The database's clock, because the clocks of replicas differ. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

interface Entry {
  readonly key: string;
  readonly points: number;
}

/**
 * Creates a counter in PostgreSQL that replicas share. Concurrent calls become one statement. All counters use one table, so
 * a key must not be used with windows of two lengths.
 */
export function createDatabaseCounter(db: AnyDatabase['db'], windowMs = minuteMs): RateLimitCounter {
  let nextCleanupAtMs = 0;

  async function addAll(entries: readonly Entry[]): Promise<(entry: Entry) => WindowUsage> {
    const sums = new Map<string, number>();
    for (const { key, points } of entries) sums.set(key, (sums.get(key) ?? 0) + points);
    // As `isCurrentWindow`, by the clock of the database.
    const isCurrent = sql`known.expire > ${now} and known.expire <= ${now} + ${windowMs}::bigint`;
    // Sorted, so that replicas lock rows in the same order and cannot deadlock.
    const keys = [...sums.keys()].toSorted();
    const rows = sql.join(
      keys.map((key) => {
        const points = sums.get(key) ?? 0;
        return sql`(${key}, ${points}::bigint, ${now} + ${points === 0 ? 0 : windowMs}::bigint)`;
      }),
    );
    const { rows: used } = await sql<WindowUsage & { key: string }>`
      insert into rate_limits as known (key, points, expire) values ${rows}
      on conflict (key) do update set
        points = case when ${isCurrent} then known.points else 0 end + excluded.points,
        expire = case when ${isCurrent} then known.expire else excluded.expire end
      returning key, points, expire - ${now} as "restMs"
    `.execute(db);
    if (Date.now() >= nextCleanupAtMs) {
      nextCleanupAtMs = Date.now() + minuteMs;
      await sql`delete from rate_limits where expire <= ${now} - ${minuteMs}::bigint`.execute(db);
    }
    const previousUsage = new Map(
      used.map(({ key, points, restMs }) => [key, { points: points - (sums.get(key) ?? 0), restMs }]),
    );
    // Each entry's result includes its own points and those of the entries before it.
    const usageByEntry = new Map<Entry, WindowUsage>();
    for (const entry of entries) {
      const usage = previousUsage.get(entry.key);
      if (!usage) throw new Error('a key was not counted');
      usage.points += entry.points;
      usageByEntry.set(entry, { ...usage });
    }
    return (entry) => usageByEntry.get(entry) ?? { points: 0, restMs: windowMs };
  }

  const add = createBatcher(addAll, { concurrency: 2, maxSize: 300 });
  return (keys, points) => Promise.all(keys.map((key) => add({ key, points })));
}
