import { siteNetworkOf, subscriberNetworkOf } from '@funnel/service-kit/http/ip-address';
import { providerNetworkOf } from '@funnel/service-kit/http/wide-network';
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
 * Bytes that the events of a provider's network may take in ten minutes, and its leads with their deliveries, for each request
 * per minute that a network is allowed.
 */
const bytesPerRequest = 10_000;
const budgetWindowMs = 600_000;

/** One subscriber or one site alone takes only a part, so that its neighbors at the same provider are not refused. */
const levels = [
  { networkOf: subscriberNetworkOf, share: 0.2, isShared: false },
  { networkOf: siteNetworkOf, share: 0.5, isShared: false },
  { networkOf: providerNetworkOf, share: 1, isShared: true },
];

interface Usage {
  readonly bytes: number;
  readonly endsAtMs: number;
}

type UsageByNetwork = LRUCache<string, Usage>;

const usageByKind = {
  events: new WeakMap<Config, readonly UsageByNetwork[]>(),
  // Counted separately, so that a flood of events cannot block leads.
  leads: new WeakMap<Config, readonly UsageByNetwork[]>(),
};

/**
 * Limits how much the networks of an IP may add to the database with events or leads. Each replica counts on its own, because
 * the budget limits growth and need not be exact.
 */
export function networkBudget(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  kind: keyof typeof usageByKind = 'events',
) {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_NETWORK = 10 * RATE_LIMIT_PER_MINUTE } = config;
  // Keyed by the configuration, which a process has once: some routes get a copy of the context.
  const usages =
    usageByKind[kind].get(config) ?? levels.map(() => new LRUCache<string, Usage>({ max: 10_000 }));
  usageByKind[kind].set(config, usages);
  const budgets = levels.flatMap(({ share, ...level }, at) => {
    const usageByNetwork = usages[at];
    return usageByNetwork
      ? [{ ...level, usageByNetwork, maxBytes: share * RATE_LIMIT_PER_NETWORK * bytesPerRequest }]
      : [];
  });
  type Budget = (typeof budgets)[number];

  const currentUsage = ({ networkOf, usageByNetwork }: Budget, ip: string): Usage => {
    const usage = usageByNetwork.get(networkOf(ip));
    return usage && usage.endsAtMs > clock() ? usage : { bytes: 0, endsAtMs: clock() + budgetWindowMs };
  };
  function longestWaitMs(ip: string, of: readonly Budget[]): number | null {
    const waits = of.flatMap((budget) => {
      const { bytes, endsAtMs } = currentUsage(budget, ip);
      return bytes < budget.maxBytes ? [] : [endsAtMs - clock()];
    });
    return waits.length > 0 ? Math.max(...waits) : null;
  }
  return {
    /** The milliseconds until the IP may report again, or null if all its networks have budget left. */
    waitMs: (ip: string): number | null => longestWaitMs(ip, budgets),
    /** The same, whatever the rest of the provider's network has used. */
    ownWaitMs: (ip: string): number | null =>
      longestWaitMs(
        ip,
        budgets.filter(({ isShared }) => !isShared),
      ),
    spend(ip: string, bytes: number): void {
      for (const budget of budgets) {
        const { bytes: before, endsAtMs } = currentUsage(budget, ip);
        budget.usageByNetwork.set(budget.networkOf(ip), { bytes: before + bytes, endsAtMs });
      }
    },
  };
}
