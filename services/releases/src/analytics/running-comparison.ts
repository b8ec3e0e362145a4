import type { CanaryComparison, SetAnalytics } from '@funnel/contracts/release-management';

import type { Db } from '../platform/database.ts';
import type { ChannelRow } from '../sets/release-repository.ts';
import { compareCanary, type GuardrailCounts } from './compare-canary.ts';
import { readSetAnalytics, readVisitorCounts } from './set-analytics.ts';

const countsOf = ({ visitors, failures, leads, purchases }: SetAnalytics): GuardrailCounts => ({
  visitors,
  failures: failures.count,
  leads: leads.count,
  purchases: purchases.count,
});

/** The visitors of both sets who came since the channel last changed, while the canary's share was the same. */
async function readAssigned(db: Db, stableId: string, canaryId: string, since: number) {
  const visitorsOf = async (setId: string) => (await readVisitorCounts(db, { setId, since })).visitors;
  return { stable: await visitorsOf(stableId), canary: await visitorsOf(canaryId) };
}

/** Compares the canary of the channel with its stable set, both counted since the canary started. */
export async function compareSets(
  db: Db,
  { set_id, canary_set, canary_percent, moved_at }: ChannelRow,
  stable: SetAnalytics,
  canary: SetAnalytics,
): Promise<CanaryComparison> {
  const assigned = await readAssigned(db, set_id, canary_set ?? '', moved_at);
  return compareCanary(countsOf(stable), countsOf(canary), assigned, (canary_percent ?? 0) / 100);
}

/** The comparison of the canary of a channel since its start, with the counts of both sets. */
export async function readRunningComparison(db: Db, channel: ChannelRow) {
  const since = channel.canary_started_at ?? channel.moved_at;
  const stable = await readSetAnalytics(db, { setId: channel.set_id, since }, []);
  const canary = await readSetAnalytics(db, { setId: channel.canary_set ?? '', since }, []);
  return { since, stable, canary, comparison: await compareSets(db, channel, stable, canary) };
}
