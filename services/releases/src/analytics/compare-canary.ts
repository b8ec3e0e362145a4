import { minVisitors } from '@funnel/contracts/canary-stages';
import {
  guardrails,
  type CanaryComparison,
  type Guardrail,
  type GuardrailDifference,
} from '@funnel/contracts/release-analytics';

import { isRuledOut } from '../statistics/confidence-sequence.ts';
import {
  stratifiedDifference,
  type Counts,
  type Interval,
  mantelHaenszelWeight,
} from '../statistics/difference.ts';
import { sampleRatioP } from '../statistics/sample-ratio.ts';

/** Visitors of one set, and those of them who did what a guardrail counts. */
export type GuardrailCounts = Readonly<Record<Guardrail | 'visitors', number>>;

/** The visitors of both sets who came while the canary's share was the same. */
export interface PeriodCounts {
  readonly stable: GuardrailCounts;
  readonly canary: GuardrailCounts;
}

/** Visitors since the canary's share was last changed. */
export interface AssignedVisitors {
  readonly canary: number;
  readonly stable: number;
}

/** The probability that equal sets are ever called different, for all guardrails together and any number of looks. */
const alpha = 0.05;
/** Visitors of both sets together at which the intervals are tightest. */
const tuning = 5_000;
/** The probability that a correct assignment is ever called skewed. */
const skewAlpha = 0.01;

/**
 * A larger harm than this, a difference of rates between 0 and 1, must be ruled out before a canary should get more visitors.
 * One more failure in 100 visitors is also what the automatic rollback acts on.
 */
const harmLimits: Readonly<Record<Guardrail, number>> = { failures: 0.01, leads: 0.03, purchases: 0.01 };

/**
 * The least weight of all periods together, which one period with `minVisitors` of each set has. Where the share jumps from 1 % to
 * 99 %, few visitors can be compared with each other.
 */
const minWeight = minVisitors / 2;
const weightOf = (periods: readonly PeriodCounts[]): number =>
  periods.reduce(
    (sum, { stable, canary }) => sum + mantelHaenszelWeight(stable.visitors, canary.visitors),
    0,
  );

const visitorsOf = (periods: readonly PeriodCounts[], set: keyof PeriodCounts): number =>
  periods.reduce((sum, period) => sum + period[set].visitors, 0);

function differenceOf(guardrail: Guardrail, periods: readonly PeriodCounts[]): GuardrailDifference {
  const harmLimit = harmLimits[guardrail];
  const total = { stable: visitorsOf(periods, 'stable'), canary: visitorsOf(periods, 'canary') };
  if (total.canary < minVisitors || total.stable < minVisitors || weightOf(periods) < minWeight)
    return { guardrail, interval: null, judgment: 'unclear', harmLimit };
  /** As `adjusted`, with the two further visitors of a set distributed over its periods. */
  const adjustedIn = (period: PeriodCounts, set: keyof PeriodCounts): Counts => {
    const share = period[set].visitors / total[set];
    return { count: period[set][guardrail] + share, of: period[set].visitors + 2 * share };
  };
  const { low, high } = stratifiedDifference(
    periods.map((period) => [adjustedIn(period, 'stable'), adjustedIn(period, 'canary')]),
    { alpha: alpha / guardrails.length, tuning },
  );
  const harm = harmOf(guardrail, { low, high });
  const judgment = harm.least > 0 ? 'worse' : harm.most < 0 ? 'better' : 'unclear';
  return { guardrail, interval: { low, high }, judgment, harmLimit };
}

/** The difference of each guardrail: unclear if either set has fewer than `minVisitors`. */
export const compareGuardrails = (periods: readonly PeriodCounts[]): GuardrailDifference[] =>
  guardrails.map((guardrail) => differenceOf(guardrail, periods));

/** How much worse the canary is at least and at most. Negative is better. */
const harmOf = (guardrail: Guardrail, { low, high }: Interval) =>
  guardrail === 'failures' ? { least: low, most: high } : { least: -high, most: -low };

/**
 * How many more visitors the canary gets until both sets have enough to be compared. Assumes that visitors are divided as in the
 * last period, or by the canary percentage if a set has none in that period.
 */
function countMissingToCompare(periods: readonly PeriodCounts[], canaryShare: number): number {
  const last = periods.at(-1);
  const seen = { stable: last?.stable.visitors ?? 0, canary: last?.canary.visitors ?? 0 };
  const percent = Math.round(100 * canaryShare);
  const { stable, canary } =
    seen.stable > 0 && seen.canary > 0 ? seen : { stable: 100 - percent, canary: percent };
  const missingOfStable = minVisitors - visitorsOf(periods, 'stable');
  const missing = [
    minVisitors - visitorsOf(periods, 'canary'),
    (missingOfStable * canary) / stable,
    // So many visitors of the canary and their part of the stable set add 1 to the weight.
    ((minWeight - weightOf(periods)) * (stable + canary)) / stable,
  ];
  return Math.max(1, Math.ceil(Math.max(...missing)));
}

/**
 * How many more visitors the canary needs until a larger harm than the limit can be ruled out. An interval's width falls with
 * the square root of the visitors. Null if the rates so far exceed the limit.
 */
function countMissingVisitors(
  { guardrail, interval, harmLimit }: GuardrailDifference,
  visitors: number,
  missingToCompare: number,
): number | null {
  if (!interval) return missingToCompare;
  const { least, most } = harmOf(guardrail, interval);
  if (most <= harmLimit) return 0;
  const estimate = (least + most) / 2;
  const room = harmLimit - Math.max(0, estimate);
  return room > 0 ? Math.ceil(visitors * (((most - estimate) / room) ** 2 - 1)) : null;
}

function checkAssignment({ canary, stable }: AssignedVisitors, asked: number) {
  const visitors = canary + stable;
  if (visitors === 0) return { asked, actual: null, p: 1, isSkewed: false };
  const arms = [
    { visitors: canary, weight: asked },
    { visitors: stable, weight: 1 - asked },
  ];
  return {
    asked,
    actual: canary / visitors,
    p: sampleRatioP(arms),
    isSkewed: isRuledOut(asked, canary, visitors, skewAlpha, tuning),
  };
}

/**
 * Compares a canary with the stable set since the canary started, and advises what to do. Any number of looks is allowed: equal
 * sets are called different at any of them in at most 5 of 100 cases. Each period with one share is compared in itself: in the sum
 * of several, a set that got more of the visitors of a bad day would look worse. `canaryShare` is the share of new visitors, from
 * 0 to 1, that the canary should get.
 */
export function compareCanary(
  periods: readonly PeriodCounts[],
  assigned: AssignedVisitors,
  canaryShare: number,
): CanaryComparison {
  const differences = compareGuardrails(periods);
  const visitors = visitorsOf(periods, 'canary');
  const assignment = checkAssignment(assigned, canaryShare);
  const missingToCompare = countMissingToCompare(periods, canaryShare);
  const missing = differences.map((difference) =>
    countMissingVisitors(difference, visitors, missingToCompare),
  );
  const known = missing.filter((count) => count !== null);
  const visitorsMissing = known.length === missing.length ? Math.max(...known) : null;

  if (assignment.isSkewed)
    return { differences, assignment, advice: 'check-assignment', visitorsMissing: null };
  if (differences.some(({ judgment }) => judgment === 'worse'))
    return { differences, assignment, advice: 'roll-back', visitorsMissing: null };
  return { differences, assignment, advice: visitorsMissing === 0 ? 'increase' : 'wait', visitorsMissing };
}
