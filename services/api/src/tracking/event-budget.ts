import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';

const hourMs = 3_600_000;

/** What an honest visit stays far below: going through the whole funnel ten times within an hour. */
const maxPerVisit = 300;
const maxPerVisitByName: Readonly<Record<string, number>> = {
  PageView: 250,
  ViewContent: 60,
  InitiateCheckout: 30,
};

/**
 * Milliseconds until a visit may report again; null where what it stored within the last hour, the present transaction
 * included, is within its budget.
 */
export async function visitBudgetWaitMs(db: Queries, visitId: string, nowMs: number): Promise<number | null> {
  const stored = await db
    .selectFrom('events')
    .select(({ fn }) => [
      'name',
      fn.countAll<number>().as('count'),
      fn.min<number>('received_at').as('oldest'),
    ])
    .where('visit_id', '=', visitId)
    .where('received_at', '>', nowMs - hourMs)
    .groupBy('name')
    .execute();
  const all = stored.reduce((sum, { count }) => sum + count, 0);
  const isOver =
    all > maxPerVisit || stored.some(({ name, count }) => count > (maxPerVisitByName[name] ?? maxPerVisit));
  const oldest = Math.min(...stored.map((row) => row.oldest));
  return isOver ? Math.max(1, oldest + hourMs - nowMs) : null;
}

/** For every request that a network may make in a minute, so much may its events and their deliveries take in ten minutes. */
const bytesPerRequest = 10_000;
const networkWindowMs = 600_000;

interface Spent {
  readonly bytes: number;
  readonly endsAtMs: number;
}

const spentByNetwork = {
  events: new WeakMap<AppContext, LRUCache<string, Spent>>(),
  // Apart, so that a flood of events keeps no lead out.
  leads: new WeakMap<AppContext, LRUCache<string, Spent>>(),
};

/**
 * How much each network may add to the database with events or with leads, in this process. Each replica counts for itself: a budget
 * bounds growth, and need not be exact.
 */
export function networkBudget(context: AppContext, of: keyof typeof spentByNetwork = 'events') {
  const { config, clock } = context;
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_NETWORK = 10 * RATE_LIMIT_PER_MINUTE } = config;
  const maxBytes = RATE_LIMIT_PER_NETWORK * bytesPerRequest;
  const spent = spentByNetwork[of].get(context) ?? new LRUCache<string, Spent>({ max: 10_000 });
  spentByNetwork[of].set(context, spent);
  const present = (network: string): Spent => {
    const known = spent.get(network);
    return known && known.endsAtMs > clock() ? known : { bytes: 0, endsAtMs: clock() + networkWindowMs };
  };
  return {
    /** Milliseconds until a network may report again; null while it has something left. */
    waitMs(network: string): number | null {
      const { bytes, endsAtMs } = present(network);
      return bytes < maxBytes ? null : endsAtMs - clock();
    },
    spend(network: string, bytes: number): void {
      const { bytes: before, endsAtMs } = present(network);
      spent.set(network, { bytes: before + bytes, endsAtMs });
    },
  };
}
