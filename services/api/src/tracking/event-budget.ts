import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';
import type { Config } from '../platform/config.ts';
import type { Queries } from '../platform/database.ts';

const hourMs = 3_600_000;

/** Ten full funnels within an hour. A real visit stays far below. */
const maxPerVisit = 300;
const maxPerVisitByName: Readonly<Record<string, number>> = {
  PageView: 250,
  ViewContent: 60,
};

/**
 * Returns the milliseconds until the visit may report again, or null if the events it stored in the last hour,
 * including this transaction, are within its budget.
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

/**
 * Bytes that a network's events and deliveries may take in ten minutes, for each request that it is allowed per minute.
 */
const bytesPerRequest = 10_000;
const networkWindowMs = 600_000;

interface Usage {
  readonly bytes: number;
  readonly endsAtMs: number;
}

const usageByKind = {
  events: new WeakMap<Config, LRUCache<string, Usage>>(),
  // Counted separately, so that a flood of events cannot block leads.
  leads: new WeakMap<Config, LRUCache<string, Usage>>(),
};

/**
 * Limits how much each network may add to the database with events or leads. Each replica counts on its own, because
 * the budget limits growth and need not be exact.
 */
export function networkBudget(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  kind: keyof typeof usageByKind = 'events',
) {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_NETWORK = 10 * RATE_LIMIT_PER_MINUTE } = config;
  const maxBytes = RATE_LIMIT_PER_NETWORK * bytesPerRequest;
  // Keyed by the configuration, which a process has once: some routes get a copy of the context.
  const usageByNetwork = usageByKind[kind].get(config) ?? new LRUCache<string, Usage>({ max: 10_000 });
  usageByKind[kind].set(config, usageByNetwork);
  const currentUsage = (network: string): Usage => {
    const usage = usageByNetwork.get(network);
    return usage && usage.endsAtMs > clock() ? usage : { bytes: 0, endsAtMs: clock() + networkWindowMs };
  };
  return {
    /** The milliseconds until the network may report again, or null if it has budget left. */
    waitMs(network: string): number | null {
      const { bytes, endsAtMs } = currentUsage(network);
      return bytes < maxBytes ? null : endsAtMs - clock();
    },
    spend(network: string, bytes: number): void {
      const { bytes: before, endsAtMs } = currentUsage(network);
      usageByNetwork.set(network, { bytes: before + bytes, endsAtMs });
    },
  };
}
