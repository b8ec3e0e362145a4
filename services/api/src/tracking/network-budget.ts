import { minuteMs } from '@funnel/service-kit/durations';
import { ipKeyOf, networkOf, wideNetworkOf } from '@funnel/service-kit/http/ip-networks';
import { networkLimitOf } from '@funnel/service-kit/http/rate-limit';
import { isCurrentWindow } from '@funnel/service-kit/http/rate-limit-counter';
import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';
import type { Config } from '../platform/config.ts';

/**
 * Bytes that one wide network may store in ten minutes, for each request per minute of `RATE_LIMIT_PER_NETWORK`. Events have
 * this budget, and leads with their deliveries another of the same size.
 */
const bytesPerRequest = 10_000;
const budgetWindowMs = 10 * minuteMs;

/** One IP may use 20 % of the budget of its wide network, one network (`/24` or `/48`) 50 %, so that neither can use it up alone. */
const levels = [
  { networkOf: ipKeyOf, share: 0.2, isWide: false },
  { networkOf, share: 0.5, isWide: false },
  { networkOf: wideNetworkOf, share: 1, isWide: true },
];

interface Usage {
  readonly bytes: number;
  readonly endsAtMs: number;
}

const createBudgets = (config: Config) =>
  levels.map(({ share, ...level }) => ({
    ...level,
    maxBytes: share * networkLimitOf(config) * bytesPerRequest,
    usage: new LRUCache<string, Usage>({ max: 10_000 }),
  }));

type Budgets = ReturnType<typeof createBudgets>;

const budgetsByKind = {
  events: new WeakMap<Config, Budgets>(),
  // Counted separately, so that a flood of events cannot block leads.
  leads: new WeakMap<Config, Budgets>(),
};

/**
 * Limits how much an IP, its network and its wide network may add to the database with events or leads. Each replica counts
 * on its own, because the budget limits growth and need not be exact.
 */
export function networkBudget(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  kind: keyof typeof budgetsByKind = 'events',
) {
  // Keyed by the configuration, which a process has once: some routes get a copy of the context.
  const budgets = budgetsByKind[kind].get(config) ?? createBudgets(config);
  budgetsByKind[kind].set(config, budgets);

  const currentUsage = ({ networkOf, usage }: Budgets[number], ip: string): Usage => {
    const current = usage.get(networkOf(ip));
    return current && isCurrentWindow(current.endsAtMs, clock(), budgetWindowMs)
      ? current
      : { bytes: 0, endsAtMs: clock() + budgetWindowMs };
  };
  function maxWaitMs(ip: string, of: Budgets): number | null {
    const waits = of.flatMap((budget) => {
      const { bytes, endsAtMs } = currentUsage(budget, ip);
      return bytes < budget.maxBytes ? [] : [endsAtMs - clock()];
    });
    return waits.length > 0 ? Math.max(...waits) : null;
  }
  return {
    /** The milliseconds until the IP may store more, or null if each of its networks has budget left. */
    waitMs: (ip: string): number | null => maxWaitMs(ip, budgets),
    /** The same without its wide network, whose budget others may have used. */
    ownWaitMs: (ip: string): number | null =>
      maxWaitMs(
        ip,
        budgets.filter(({ isWide }) => !isWide),
      ),
    spend(ip: string, bytes: number): void {
      for (const budget of budgets) {
        const { bytes: before, endsAtMs } = currentUsage(budget, ip);
        budget.usage.set(budget.networkOf(ip), { bytes: before + bytes, endsAtMs });
      }
    },
  };
}
