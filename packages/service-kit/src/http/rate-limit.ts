import { problems } from '@funnel/contracts/problems';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import type { AnyDatabase } from '../database/database.ts';
import type { Log } from '../log.ts';
import { problem, ProblemError } from '../problem.ts';
import { onAccepted } from './acceptance.ts';
import { callerIp, siteNetworkOf, subscriberNetworkOf } from './ip-address.ts';
import { createMemoryCounter, createDatabaseCounter, type RateLimitCounter } from './rate-limit-counter.ts';

/** What limits stand on. Those of one context count together. */
export interface RateLimitContext {
  readonly config: {
    readonly RATE_LIMIT_PER_MINUTE: number;
    readonly RATE_LIMIT_PER_NETWORK?: number | undefined;
    readonly RATE_LIMIT_TOTAL?: number | undefined;
  };
  readonly database: AnyDatabase & { readonly pool: object | null };
  readonly clock: Clock;
  readonly log: Log;
}

interface RateLimit {
  /** Callers of different limits are counted apart. */
  readonly name: string;
  readonly perMinute: number;
}

/** What is counted under one key, and how many points a minute may have. */
interface Limit {
  readonly key: string;
  readonly max: number;
}

const tallies = new WeakMap<RateLimitContext, RateLimitCounter>();

/**
 * Replicas count together, in the database. On SQLite there is one process, whose memory is exact; a minute's count that
 * is lost with a restart is worth less than a write to the disk for every request.
 */
function counterOf(context: RateLimitContext): RateLimitCounter {
  const { database, clock, log } = context;
  const known = tallies.get(context);
  if (known) return known;
  const own = createMemoryCounter(clock);
  const shared = database.pool && createDatabaseCounter(database.db);
  const counter: RateLimitCounter = (keys, points) =>
    shared
      ? shared(keys, points).catch((err: unknown) => {
          log.warn({ err }, 'limits are counted by this replica alone');
          return own(keys, points);
        })
      : own(keys, points);
  tallies.set(context, counter);
  return counter;
}

function refuse(ctx: Context, restMs: number): never {
  const seconds = Math.max(1, Math.ceil(restMs / 1000));
  ctx.set('Retry-After', String(seconds));
  throw problem('too-many-requests', { detail: `Too many requests; try again in ${seconds} seconds` });
}

function createCounter(context: RateLimitContext) {
  const { clock } = context;
  const counter = counterOf(context);
  /** Who has used up a limit costs no query until the minute is over. */
  const blockedUntil = new LRUCache<string, number>({ max: 10_000 });

  function refuseBlocked(ctx: Context, limits: readonly Limit[]): void {
    for (const { key } of limits) {
      const restMs = (blockedUntil.get(key) ?? 0) - clock();
      if (restMs > 0) refuse(ctx, restMs);
    }
  }

  /** Adds a point to each key; returns the longest time until a limit that is now exceeded has room again, or 0. */
  async function add(limits: readonly Limit[]): Promise<number> {
    const used = await counter(
      limits.map(({ key }) => key),
      1,
    );
    const exceededMs = limits.map(({ key, max }, at) => {
      const { points, restMs } = used[at] ?? { points: 0, restMs: 0 };
      if (points >= max) blockedUntil.set(key, clock() + restMs);
      return points > max ? restMs : 0;
    });
    return Math.max(...exceededMs);
  }

  return {
    refuseBlocked,
    add,
    /** Adds a point to each key. Refuses where a limit is exceeded. */
    async take(ctx: Context, limits: readonly Limit[]): Promise<void> {
      refuseBlocked(ctx, limits);
      const restMs = await add(limits);
      if (restMs > 0) refuse(ctx, restMs);
    },
    async giveBack({ key }: Limit): Promise<void> {
      await counter([key], -1);
      blockedUntil.delete(key);
    },
  };
}

/** A limit for each client address. Refuses (`too-many-requests`, with Retry-After in seconds) once it is used up. */
export function createFailureLimit(context: RateLimitContext, { name, perMinute }: RateLimit) {
  const counter = createCounter(context);
  const limitOf = (ctx: Context): Limit => ({
    key: `${name} ${subscriberNetworkOf(callerIp(ctx))}`,
    max: perMinute,
  });
  return {
    /**
     * For attempts that have failed already: what does not fail is never held up by the failures of others behind the
     * same address. Refuses instead of the usual answer once there were too many.
     */
    countFailure: (ctx: Context) => counter.take(ctx, [limitOf(ctx)]),
  };
}

/** Statuses of requests that were refused before they cost work. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 403, 413, 415, 422, 429]);

const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && refusedStatuses.has(problems[error.code].status);

/**
 * Refuses what exceeds the limit for one client address, for its network, or for everybody together. The first two count
 * every request as it arrives. The limit that everybody shares counts only requests that were not refused: those with a
 * body once the body is accepted, so that refused or slow bodies leave the shared limit to others.
 */
export function rateLimit(context: RateLimitContext, { name, perMinute }: RateLimit): Middleware {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_NETWORK, RATE_LIMIT_TOTAL } = context.config;
  // A route that allows an address some times as much allows all others as many times as much.
  const times = perMinute / RATE_LIMIT_PER_MINUTE;
  const [perNetwork, total] = [
    RATE_LIMIT_PER_NETWORK ?? 10 * RATE_LIMIT_PER_MINUTE,
    RATE_LIMIT_TOTAL ?? 500 * RATE_LIMIT_PER_MINUTE,
  ];
  const shared: Limit = { key: `${name} total`, max: times * total };
  const counter = createCounter(context);

  return async (ctx, next) => {
    const ip = callerIp(ctx);
    counter.refuseBlocked(ctx, [shared]);
    await counter.take(ctx, [
      { key: `${name} ${subscriberNetworkOf(ip)}`, max: perMinute },
      { key: `${name} network ${siteNetworkOf(ip)}`, max: times * perNetwork },
    ]);

    let isCounted = false;
    const countShared = async () => {
      if (isCounted) return;
      await counter.take(ctx, [shared]);
      isCounted = true;
    };
    if (['GET', 'HEAD'].includes(ctx.method)) await countShared();
    else onAccepted(ctx, countShared);
    try {
      await next();
    } catch (error) {
      if (isRefusal(error)) {
        if (isCounted) await counter.giveBack(shared);
      } else if (!isCounted) await counter.add([shared]);
      throw error;
    }
    // For handlers that read no body: their work is done, so that only the next request can be refused.
    if (!isCounted) await counter.add([shared]);
  };
}
