import { minVisitors } from '@funnel/contracts/canary-stages';
import { dayMs } from '@funnel/service-kit/durations';

import type { SetScope } from '../analytics/set-analytics.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { readChannel, readSharePeriods, type ChannelRow } from '../sets/release-repository.ts';
import { allVisits, analyzeCanary, countedVisits, type Verdict } from './analyze-canary.ts';
import { countFailingVisits, readNetworkCounts, type PeriodScope } from './network-counts.ts';

/**
 * Counting more visitors takes long, and blocks everything else on SQLite. The next count then waits ten times as long.
 */
const expensiveVisitors = 20_000;
const reuseFactor = 10;
/** More visitors without failures can change a verdict, too. */
const maxVerdictAgeMs = 60_000;

interface CachedVerdict extends SetScope {
  readonly failingVisits: number;
  /** Until this time of the process's own clock, the verdict is reused even if more visits fail. */
  readonly reuseUntil: number;
  /** Until this time of the process's own clock, the verdict is reused if no further visit has failed. */
  readonly expiresAt: number;
  readonly verdict: Verdict;
  /** The period of the stable set's counts, as text for operators. */
  readonly period: string;
}

export interface RunningCanary {
  readonly channel: ChannelRow;
  readonly setId: string;
  readonly verdict: Verdict;
  readonly period: string;
}

/** Reads the stable set's counts since the canary started. If they are few, the day before is included in the first period. */
async function readStable({ database: { db } }: ReleaseContext, { setId, starts }: PeriodScope) {
  const sinceStart = await readNetworkCounts(db, { setId, starts });
  if (countedVisits(sinceStart).visitors >= minVisitors)
    return { networks: sinceStart, period: 'in the same time' };
  const [first, ...later] = starts;
  return {
    networks: await readNetworkCounts(db, { setId, starts: [first - dayMs, ...later] }),
    period: 'since the day before',
  };
}

const cachedVerdicts = new WeakMap<ReleaseContext, CachedVerdict>();

/**
 * Returns the canary with its current verdict, or null if none is running. Visitors are not counted before one has met a failure. From
 * `minVisitors` on, a verdict is reused for a minute unless another visit fails. If it counted more than `expensiveVisitors`, it is
 * reused for `reuseFactor` times its duration even then.
 */
export async function analyzeRunningCanary(context: ReleaseContext): Promise<RunningCanary | null> {
  const { db } = context.database;
  const channel = await readChannel(db);
  if (!channel?.canary_set || channel.canary_started_at === null) return null;
  const setId = channel.canary_set;
  const scope = { setId, since: channel.canary_started_at };
  const failingVisits = await countFailingVisits(db, scope);
  const cached = cachedVerdicts.get(context);
  const now = performance.now();
  const isFresh =
    cached && (now < cached.reuseUntil || (cached.failingVisits === failingVisits && now < cached.expiresAt));
  if (cached?.setId === setId && cached.since === scope.since && isFresh)
    return { channel, setId, verdict: cached.verdict, period: cached.period };

  if (failingVisits === 0) return { channel, setId, verdict: analyzeCanary([], []), period: '' };
  const startedAt = performance.now();
  const starts = await readSharePeriods(db, channel);
  const canary = await readNetworkCounts(db, { setId, starts });
  const stable = await readStable(context, { setId: channel.set_id, starts });
  const { period } = stable;
  const verdict = analyzeCanary(canary, stable.networks);
  const counted = allVisits([...canary, ...stable.networks]).visitors;
  const endedAt = performance.now();
  const reuseUntil = counted > expensiveVisitors ? endedAt + reuseFactor * (endedAt - startedAt) : 0;
  // While visitors are few, the next one may decide without another failure.
  if (allVisits(canary).visitors >= minVisitors)
    cachedVerdicts.set(context, {
      ...scope,
      failingVisits,
      reuseUntil,
      expiresAt: endedAt + maxVerdictAgeMs,
      verdict,
      period,
    });
  return { channel, setId, verdict, period };
}
