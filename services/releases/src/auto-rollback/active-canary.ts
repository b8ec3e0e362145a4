import type { SetScope } from '../analytics/set-analytics.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { readChannel, type ChannelRow } from '../sets/release-repository.ts';
import { everyVisit, isSmall, analyzeCanary, type Verdict } from './analyze-canary.ts';
import { countFailingVisits, readNetworkCounts } from './network-counts.ts';
import { minVisitors } from './rollback-rule.ts';

const dayMs = 24 * 3600 * 1000;

/** Of more visitors a count takes long, and on SQLite nothing else happens meanwhile: it then rests ten times as long. */
const manyVisitors = 20_000;
const restPerCount = 10;
/** More healthy visitors change a verdict too. */
const maxVerdictAgeMs = 60_000;

interface Judged extends SetScope {
  readonly failingVisits: number;
  /** Until when it stands though more visitors fail, and until when at most, by the process's own clock. */
  readonly restsUntil: number;
  readonly expiresAt: number;
  readonly verdict: Verdict;
  /** When the stable set's visitors came, for people. */
  readonly period: string;
}

export interface RunningCanary {
  readonly channel: ChannelRow;
  readonly setId: string;
  readonly verdict: Verdict;
  readonly period: string;
}

/** What the canary is compared with: the stable set's visitors meanwhile; while they are few, those of its last day too. */
async function readStable({ database: { db } }: ReleaseContext, { setId, since }: SetScope) {
  const meanwhile = await readNetworkCounts(db, { setId, since });
  return isSmall(meanwhile)
    ? {
        networks: await readNetworkCounts(db, { setId, since: since - dayMs }),
        period: 'since the day before',
      }
    : { networks: meanwhile, period: 'in the same time' };
}

const lastJudged = new WeakMap<ReleaseContext, Judged>();

/**
 * The canary and what to do about it now; null while none is running. Visitors are many and failures few: the many are
 * counted only where one more of them has failed, so that this can be asked at any rate.
 */
export async function judgeRunningCanary(context: ReleaseContext): Promise<RunningCanary | null> {
  const { db } = context.database;
  const channel = await readChannel(db);
  if (!channel?.canary_set || channel.canary_started_at === null) return null;
  const setId = channel.canary_set;
  const scope = { setId, since: channel.canary_started_at };
  const failingVisits = await countFailingVisits(db, scope);
  const known = lastJudged.get(context);
  const now = performance.now();
  const isFresh =
    known && (now < known.restsUntil || (known.failingVisits === failingVisits && now < known.expiresAt));
  if (known?.setId === setId && known.since === scope.since && isFresh)
    return { channel, setId, verdict: known.verdict, period: known.period };

  if (failingVisits === 0) return { channel, setId, verdict: analyzeCanary([], []), period: '' };
  const beganAt = performance.now();
  const canary = await readNetworkCounts(db, scope);
  const stable = await readStable(context, { setId: channel.set_id, since: scope.since });
  const { period } = stable;
  const verdict = analyzeCanary(canary, stable.networks);
  const counted = everyVisit([...canary, ...stable.networks]).visitors;
  const endedAt = performance.now();
  const restsUntil = counted > manyVisitors ? endedAt + restPerCount * (endedAt - beganAt) : 0;
  // While visitors are few, the next one may decide without another failure.
  if (everyVisit(canary).visitors >= minVisitors)
    lastJudged.set(context, {
      ...scope,
      failingVisits,
      restsUntil,
      expiresAt: endedAt + maxVerdictAgeMs,
      verdict,
      period,
    });
  return { channel, setId, verdict, period };
}
