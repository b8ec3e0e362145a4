import type { CanaryComparison, SetAnalytics } from '@funnel/contracts/release-analytics';

import type { Db } from '../platform/database.ts';
import { readSharePeriods, type ChannelRow } from '../sets/release-repository.ts';
import { compareCanary, type GuardrailCounts, type PeriodCounts } from './compare-canary.ts';
import { readSetAnalytics, readVisitorCounts } from './set-analytics.ts';

const countsOf = ({ visitors, failures, leads, purchases }: SetAnalytics): GuardrailCounts => ({
  visitors,
  failures: failures.count,
  leads: leads.count,
  purchases: purchases.count,
});

/** What the visitors counted in `all` did who are not counted in `later`. A visitor who came meanwhile may be in `later` alone. */
const earlierOf = (all: GuardrailCounts, later: GuardrailCounts): GuardrailCounts => ({
  visitors: Math.max(0, all.visitors - later.visitors),
  failures: Math.max(0, all.failures - later.failures),
  leads: Math.max(0, all.leads - later.leads),
  purchases: Math.max(0, all.purchases - later.purchases),
});

/** The counts of both sets in each period, from those of all visitors since the canary started. */
async function readPeriods(
  db: Db,
  starts: readonly number[],
  sets: { readonly stable: string; readonly canary: string },
  all: PeriodCounts,
): Promise<PeriodCounts[]> {
  const later: PeriodCounts[] = [];
  for (const since of starts.slice(1))
    later.push({
      stable: await readVisitorCounts(db, { setId: sets.stable, since }),
      canary: await readVisitorCounts(db, { setId: sets.canary, since }),
    });
  const nested = [all, ...later];
  return nested.map((period, index) => {
    const next = nested[index + 1];
    return next
      ? { stable: earlierOf(period.stable, next.stable), canary: earlierOf(period.canary, next.canary) }
      : period;
  });
}

/** Compares the canary of the channel with its stable set. Both analytics are since the first of `starts`, the canary's start. */
export async function compareSets(
  db: Db,
  channel: ChannelRow,
  starts: readonly number[],
  stable: SetAnalytics,
  canary: SetAnalytics,
): Promise<CanaryComparison> {
  const sets = { stable: channel.set_id, canary: channel.canary_set ?? '' };
  const all = { stable: countsOf(stable), canary: countsOf(canary) };
  const periods = await readPeriods(db, starts, sets, all);
  // The share is judged since it was last changed: earlier visitors were assigned by another one.
  const last = periods.at(-1) ?? all;
  const assigned = { stable: last.stable.visitors, canary: last.canary.visitors };
  return compareCanary(periods, assigned, (channel.canary_percent ?? 0) / 100);
}

/** The comparison of the canary of a channel since its start, with the counts of both sets. */
export async function readRunningComparison(db: Db, channel: ChannelRow) {
  const starts = await readSharePeriods(db, channel);
  const [since] = starts;
  const stable = await readSetAnalytics(db, { setId: channel.set_id, since }, []);
  const canary = await readSetAnalytics(db, { setId: channel.canary_set ?? '', since }, []);
  return {
    starts,
    since,
    stable,
    canary,
    comparison: await compareSets(db, channel, starts, stable, canary),
  };
}
