/**
 * What the visitors of an experiment say so far. Any number of looks is allowed: if the arms are equal, a difference of sales is
 * found at any of them in at most 5 of 100 experiments.
 */
import {
  experimentGuardrails as guardrails,
  type ExperimentGuardrail,
  type ExperimentReport,
} from '@funnel/contracts/experiment-reports';
import { isRuledOut } from '@funnel/releases/statistics/confidence-sequence';
import { absoluteDifference, adjusted, type Interval } from '@funnel/releases/statistics/difference';

/** The visitors who saw an arm, and those of them to whom something happened. */
export type ArmCounts = ExperimentReport['arms'][number];
export type ArmComparison = ExperimentReport['comparisons'][number];

export type Judgment =
  | { readonly status: 'skewed'; readonly arm: string }
  | { readonly status: 'compared'; readonly comparisons: ArmComparison[] };

/**
 * The probability that one experiment finds a difference of sales between equal arms: of all arms, and any number of looks. The
 * guardrails together have another one of this size. Only an arm that is worse is held back, so half of it is left.
 */
export const alpha = 0.05;
/** The probability that a correct assignment is ever called skewed. */
const skewAlpha = 0.01;

/**
 * The people among whom a measure counts. A visitor counts for purchases when their time to buy is over. Refunds and disputes
 * count among buyers only, because an arm that sells more may have more of them.
 */
const populations = {
  purchases: 'visitors',
  failures: 'exposed',
  slowLoads: 'loads',
  refunds: 'buyers',
  disputes: 'buyers',
} as const;

/** The first arm whose part of the visitors cannot be by chance, or undefined. */
function findSkew(arms: readonly ArmCounts[], plannedVisitors: number): string | undefined {
  const visitors = arms.reduce((sum, { exposed }) => sum + exposed, 0);
  const weights = arms.reduce((sum, { weight }) => sum + weight, 0);
  // Two arms are one comparison, because the part of one follows from that of the other.
  const compared = arms.length === 2 ? arms.slice(1) : arms;
  return compared.find(
    ({ exposed, weight }) =>
      visitors > 0 &&
      isRuledOut(weight / weights, exposed, visitors, skewAlpha / compared.length, plannedVisitors),
  )?.name;
}

/**
 * Compares each arm with the first, at the precision that is best when `plannedVisitors` of all arms together have come. Says
 * nothing of differences if the assignment is skewed, and holds an arm back that a guardrail shows to be worse.
 */
export function judgeExperiment(arms: readonly ArmCounts[], plannedVisitors: number): Judgment {
  const skewed = findSkew(arms, plannedVisitors);
  if (skewed !== undefined) return { status: 'skewed', arm: skewed };
  const [control, ...others] = arms;
  if (!control) return { status: 'compared', comparisons: [] };
  const tuning = (2 * plannedVisitors) / arms.length;

  const differenceIn = (
    measure: ExperimentGuardrail | 'purchases',
    arm: ArmCounts,
    share: number,
  ): Interval => {
    const [first, second] = [control, arm].map((one) => {
      const of = one[populations[measure]];
      return adjusted(one[measure], of);
    });
    if (!first || !second) return { low: -Infinity, high: Infinity };
    const { low, high } = absoluteDifference(first, second, { alpha: share, tuning });
    return { low, high };
  };

  const comparisons = others.map((arm): ArmComparison => {
    const difference = differenceIn('purchases', arm, alpha / others.length);
    const guardrailAlpha = alpha / others.length / guardrails.length;
    const worse = guardrails.filter((guardrail) => differenceIn(guardrail, arm, guardrailAlpha).low > 0);
    const found = difference.low > 0 ? 'more' : difference.high < 0 ? 'fewer' : 'unclear';
    return { arm: arm.name, difference, worse, outcome: worse.length > 0 ? 'held-back' : found };
  });
  return { status: 'compared', comparisons };
}
