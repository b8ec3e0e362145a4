import { isIPv6 } from 'node:net';

import type { Context, Middleware } from 'koa';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

import type { AppContext } from '../app-context.ts';
import { problem } from '../problem.ts';

interface RateLimit {
  /** Callers of different limits are counted apart. */
  readonly name: string;
  readonly perMinute: number;
}

/** One subscriber holds a whole /64 of version 6 addresses. */
function subscriberOf({ ip }: Context): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(address.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':');
}

function limiterFor({ database }: AppContext, { name, perMinute }: RateLimit): RateLimiterAbstract {
  const options = { keyPrefix: name, points: perMinute, duration: 60 };
  const memory = new RateLimiterMemory(options);
  if (!database.pool) return memory;
  return new RateLimiterPostgres({
    ...options,
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Who is over the limit costs no query, and an unreachable database lifts no limit.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: memory,
  });
}

function refuse(ctx: Context, { msBeforeNext }: RateLimiterRes): never {
  ctx.set('Retry-After', String(Math.max(1, Math.ceil(msBeforeNext / 1000))));
  throw problem('too-many-requests');
}

/** A limit for each client address. Both refuse (`too-many-requests`, with Retry-After in seconds) once it is used up. */
export function openLimit(context: AppContext, limit: RateLimit) {
  const limiter = limiterFor(context, limit);
  return {
    async check(ctx: Context): Promise<void> {
      const used = await limiter.get(subscriberOf(ctx));
      if (used && used.remainingPoints <= 0) refuse(ctx, used);
    },
    async count(ctx: Context): Promise<void> {
      try {
        await limiter.consume(subscriberOf(ctx));
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) refuse(ctx, refusal);
        throw refusal;
      }
    },
  };
}

/** Refuses what exceeds the limit for one client address. */
export function rateLimit(context: AppContext, limit: RateLimit): Middleware {
  const { count } = openLimit(context, limit);
  return async (ctx, next) => {
    await count(ctx);
    await next();
  };
}
