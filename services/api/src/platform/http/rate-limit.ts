import { isIPv6 } from 'node:net';

import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

import type { AppContext } from '../app-context.ts';
import { problem } from '../problem.ts';
import { memoryTally, sharedTally, type Tally, type Used } from './tally.ts';

interface RateLimit {
  /** Callers of different limits are counted apart. */
  readonly name: string;
  readonly perMinute: number;
}

/** One thing that is counted, and how much of it a minute may have. */
interface Counted {
  readonly key: string;
  readonly most: number;
}

/** The first groups of an address of version 6, written out. */
function groupsOf(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  const whole = [...groups, ...Array<string>(address.includes('::') ? missing : 0).fill('0')];
  return whole.slice(0, count).join(':');
}

/**
 * Whom an address belongs to, and the network around it. One subscriber holds a whole /64 of version 6 addresses, and a
 * customer of a data centre a /48; of version 4 it is one address, and a /24.
 */
function originsOf(ip: string): { subscriber: string; network: string } {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(address)
    ? { subscriber: groupsOf(address, 4), network: groupsOf(address, 3) }
    : { subscriber: address, network: address.split('.').slice(0, 3).join('.') };
}

const tallies = new WeakMap<AppContext, Tally>();

/**
 * Replicas count together, in the database. On SQLite there is one process, whose memory is exact; a minute's count that
 * is lost with a restart is worth less than a write to the disk for every request.
 */
function tallyOf(context: AppContext): Tally {
  const { database, clock, log } = context;
  const known = tallies.get(context);
  if (known) return known;
  const own = memoryTally(clock);
  const shared = database.pool && sharedTally(database.db);
  const tally: Tally = (keys, points) =>
    shared
      ? shared(keys, points).catch((err: unknown) => {
          log.warn({ err }, 'limits are counted by this replica alone');
          return own(keys, points);
        })
      : own(keys, points);
  tallies.set(context, tally);
  return tally;
}

function refuse(ctx: Context, restMs: number): never {
  const seconds = Math.max(1, Math.ceil(restMs / 1000));
  ctx.set('Retry-After', String(seconds));
  throw problem('too-many-requests', { detail: `Too many requests; try again in ${seconds} seconds` });
}

function counter(context: AppContext) {
  const tally = tallyOf(context);
  /** Who is over a limit costs no query until the minute is over. */
  const blockedUntil = new LRUCache<string, number>({ max: 10_000 });

  function refuseBlocked(ctx: Context, counted: readonly Counted[]): void {
    for (const { key } of counted) {
      const restMs = (blockedUntil.get(key) ?? 0) - context.clock();
      if (restMs > 0) refuse(ctx, restMs);
    }
  }

  return async (
    ctx: Context,
    counted: readonly Counted[],
    points: number,
    isOver: (used: Used, most: number) => boolean,
  ) => {
    refuseBlocked(ctx, counted);
    const used = await tally(
      counted.map(({ key }) => key),
      points,
    );
    for (const [at, { key, most }] of counted.entries()) {
      const one = used[at];
      if (!one || !isOver(one, most)) continue;
      blockedUntil.set(key, context.clock() + one.restMs);
      refuse(ctx, one.restMs);
    }
  };
}

/** A limit for each client address. Both refuse (`too-many-requests`, with Retry-After in seconds) once it is used up. */
export function openLimit(context: AppContext, { name, perMinute }: RateLimit) {
  const take = counter(context);
  const counted = (ctx: Context) => [{ key: `${name} ${originsOf(ctx.ip).subscriber}`, most: perMinute }];
  return {
    check: (ctx: Context) => take(ctx, counted(ctx), 0, ({ points }, most) => points >= most),
    count: (ctx: Context) => take(ctx, counted(ctx), 1, ({ points }, most) => points > most),
  };
}

/** Refuses what exceeds the limit for one client address, for its network, or for everybody together. */
export function rateLimit(context: AppContext, { name, perMinute }: RateLimit): Middleware {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_NETWORK, RATE_LIMIT_TOTAL } = context.config;
  // A route that allows an address some times as much allows all others as many times as much.
  const times = perMinute / RATE_LIMIT_PER_MINUTE;
  const [perNetwork, total] = [
    RATE_LIMIT_PER_NETWORK ?? 10 * RATE_LIMIT_PER_MINUTE,
    RATE_LIMIT_TOTAL ?? 500 * RATE_LIMIT_PER_MINUTE,
  ];
  const take = counter(context);
  return async (ctx, next) => {
    const { subscriber, network } = originsOf(ctx.ip);
    const counted = [
      { key: `${name} ${subscriber}`, most: perMinute },
      { key: `${name} network ${network}`, most: times * perNetwork },
      { key: `${name} total`, most: times * total },
    ];
    await take(ctx, counted, 1, ({ points }, most) => points > most);
    await next();
  };
}
