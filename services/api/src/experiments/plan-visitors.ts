import { sequentialHalfWidth } from '@funnel/releases/statistics/difference';
import { normalQuantile } from '@funnel/releases/statistics/special-functions';

import { alpha } from './judge-experiment.ts';

export interface SampleSizeInput {
  /** The share of visitors who pay today. */
  readonly rate: number;
  /** The smallest difference worth knowing, in shares, up or down. */
  readonly smallestEffect: number;
  readonly arms: number;
}

/** The probability of finding the smallest effect within the planned visitors. */
const power = 0.8;

/**
 * How many visitors all arms together need, so that `judgeExperiment` finds the smallest effect in 80 of 100 experiments,
 * however often somebody looks. Looks before the end only add to that.
 */
export function planVisitors({ rate, smallestEffect, arms }: SampleSizeInput): number {
  const raisedRate = Math.min(1, rate + smallestEffect);
  const variance = rate * (1 - rate) + raisedRate * (1 - raisedRate);
  // The width in standard errors at the number of visitors for which the interval is tuned. It is the same for any number.
  const intervalWidth = sequentialHalfWidth(1, { alpha: alpha / (arms - 1), tuning: 1 });
  return arms * Math.ceil((variance * (intervalWidth + normalQuantile(power)) ** 2) / smallestEffect ** 2);
}

/** The days until that many visitors have seen an arm. */
export const planDays = (visitors: number, visitorsPerDay: number, share: number): number =>
  Math.ceil(visitors / (visitorsPerDay * share));
