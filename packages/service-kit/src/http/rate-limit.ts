import { problems } from '@funnel/contracts/problems';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

import type { Clock } from '../clock.ts';
import type { AnyDatabase } from '../database/database.ts';
import { minuteMs } from '../durations.ts';
import type { Log } from '../log.ts';
import { problem, ProblemError } from '../problem.ts';
import { onAccepted } from './accepted-request.ts';
import { callerIp } from './ip-address.ts';
import { ipKeyOf, networkOf } from './ip-networks.ts';
import {
  createDatabaseCounter,
  createMemoryCounter,
  isCurrentWindow,
  type RateLimitCounter,
} from './rate-limit-counter.ts';

/** The dependencies of rate limits. Limits with the same context share one counter. */
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
  /** Different limits count their callers separately. */
  readonly name: string;
  readonly perMinute: number;
}

/** A counted key, and its maximum of points per minute. */
interface Limit {
  readonly key: string;
  readonly max: number;
}

const counters = new WeakMap<RateLimitContext, RateLimitCounter>();

/**
 * Creates a counter. Replicas count together in the database. SQLite has one process, so its memory is exact, and losing a
 * window's counts in a restart is cheaper than a disk write per request.
 */
export function createSharedCounter(
  { database, clock, log }: Pick<RateLimitContext, 'database' | 'clock' | 'log'>,
  windowMs = minuteMs,
): RateLimitCounter {
  const own = createMemoryCounter(clock, windowMs);
  if (!database.pool) return own;
  const shared = createDatabaseCounter(database.db, windowMs);
  return (keys, points) =>
    shared(keys, points).catch((err: unknown) => {
      log.warn({ err }, 'limits are counted by this replica alone');
      return own(keys, points);
    });
}

function counterOf(context: RateLimitContext): RateLimitCounter {
  const counter = counters.get(context) ?? createSharedCounter(context);
  counters.set(context, counter);
  return counter;
}

function throwTooManyRequests(restMs: number): never {
  const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1000));
  const detail = `Too many requests; try again in ${retryAfterSeconds} seconds`;
  throw problem('too-many-requests', { detail, retryAfterSeconds });
}

function createCounter(context: RateLimitContext) {
  const { clock } = context;
  const counter = counterOf(context);
  /** A caller that has exhausted a limit costs no query until its minute ends. */
  const blockedUntil = new LRUCache<string, number>({ max: 10_000 });

  function requireUnblocked(limits: readonly Limit[]): void {
    for (const { key } of limits) {
      const [nowMs, endsAtMs] = [clock(), blockedUntil.get(key) ?? 0];
      if (isCurrentWindow(endsAtMs, nowMs, minuteMs)) throwTooManyRequests(endsAtMs - nowMs);
    }
  }

  /** Adds a point to each key. Returns the longest time until an exceeded limit has room again, or 0. */
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
    requireUnblocked,
    add,
    /** Adds a point to each key. Throws `too-many-requests` if a limit is exceeded. */
    async take(limits: readonly Limit[]): Promise<void> {
      requireUnblocked(limits);
      const restMs = await add(limits);
      if (restMs > 0) throwTooManyRequests(restMs);
    },
    async refund({ key }: Limit): Promise<void> {
      await counter([key], -1);
      blockedUntil.delete(key);
    },
  };
}

/** The key that a failure limit counts for a caller. */
export const callerIpKey = (ctx: Context): string => ipKeyOf(callerIp(ctx));

/** Creates a limit per caller. Once it is exhausted, it throws `too-many-requests` with Retry-After in seconds. */
export function createFailureLimit(context: RateLimitContext, { name, perMinute }: RateLimit) {
  const counter = createCounter(context);
  const limitOf = (caller: string): Limit => ({ key: `${name} ${caller}`, max: perMinute });
  return {
    /** Throws if the caller's limit is exhausted, before an attempt costs anything. */
    requireUnblocked: (caller: string) => counter.requireUnblocked([limitOf(caller)]),
    /**
     * Counts an attempt that has already failed, so that a valid attempt is never blocked by other clients' failures
     * behind the same IP. Throws instead of returning the usual response once there were too many.
     */
    countFailure: (caller: string) => counter.take([limitOf(caller)]),
  };
}

/** Requests of one network per minute: by default ten times as many as of one IP. */
export const networkLimitOf = ({
  RATE_LIMIT_PER_MINUTE,
  RATE_LIMIT_PER_NETWORK = 10 * RATE_LIMIT_PER_MINUTE,
}: RateLimitContext['config']): number => RATE_LIMIT_PER_NETWORK;

/** Statuses of requests that were rejected before they cost work. */
const rejectedStatuses: ReadonlySet<number> = new Set([400, 403, 413, 415, 422, 429]);

const isRejection = (error: unknown): boolean =>
  error instanceof ProblemError && rejectedStatuses.has(problems[error.code].status);

/**
 * Limits requests per client IP, per network, and in total. The first two limits count every request on arrival. The
 * shared limit counts a request only if it is not rejected, and a request with a body only after the body is accepted,
 * so that rejected or slow bodies cannot exhaust it.
 */
export function rateLimit(context: RateLimitContext, { name, perMinute }: RateLimit): Middleware {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_TOTAL = 500 * RATE_LIMIT_PER_MINUTE } = context.config;
  // The limits of network and total scale with the route's limit per IP.
  const times = perMinute / RATE_LIMIT_PER_MINUTE;
  const shared: Limit = { key: `${name} total`, max: times * RATE_LIMIT_TOTAL };
  const counter = createCounter(context);

  return async (ctx, next) => {
    const ip = callerIp(ctx);
    counter.requireUnblocked([shared]);
    await counter.take([
      { key: `${name} ${ipKeyOf(ip)}`, max: perMinute },
      { key: `${name} network ${networkOf(ip)}`, max: times * networkLimitOf(context.config) },
    ]);

    let isCounted = false;
    const countShared = async () => {
      if (isCounted) return;
      await counter.take([shared]);
      isCounted = true;
    };
    if (['GET', 'HEAD'].includes(ctx.method)) await countShared();
    else onAccepted(ctx, countShared);
    try {
      await next();
    } catch (error) {
      if (isRejection(error)) {
        if (isCounted) await counter.refund(shared);
      } else if (!isCounted) await counter.add([shared]);
      throw error;
    }
    // The handler read no body and has finished its work, so only the next request can be rejected.
    if (!isCounted) await counter.add([shared]);
  };
}
