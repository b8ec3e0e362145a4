/**
 * Whether two arms differ, by an interval that may be looked at as often as wanted.
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
 * sequences" (2021), with the tuning of the sequential test in GrowthBook's `gbstats`.
 */

/**
 * The weight of one of several comparisons of two arms, from the visitors of each arm: their product divided by their sum. 0 if
 * an arm has none. Source: Mantel and Haenszel (1959), Cochran (1954).
 */
export const mantelHaenszelWeight = (first: number, second: number): number =>
  first === 0 || second === 0 ? 0 : (first * second) / (first + second);

/** An interval with both bounds included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How many visitors of an arm did something. */
export interface Counts {
  readonly count: number;
  readonly of: number;
}

export interface DifferenceOptions {
  /** The probability of a false alarm at any look, over all looks. */
  readonly alpha: number;
  /** The number of visitors in both arms together at which the interval is tightest. */
  readonly tuning: number;
}

export interface Difference extends Interval {
  readonly estimate: number;
  /** The always valid p-value, from 0 to 1. */
  readonly p: number;
}

/** r², by which the width of the interval depends on the number of visitors. */
const mixtureVariance = ({ alpha, tuning }: DifferenceOptions): number =>
  (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tuning;

/** Half of the interval's width in standard errors, when both arms together have `visitors`. */
export function sequentialHalfWidth(visitors: number, options: DifferenceOptions): number {
  const x = visitors * mixtureVariance(options);
  return Math.sqrt((2 * (x + 1) * Math.log(Math.sqrt(x + 1) / options.alpha)) / x);
}

function sequentialInterval(
  estimate: number,
  standardError: number,
  visitors: number,
  options: DifferenceOptions,
): Difference {
  if (!(standardError > 0)) return { estimate, low: -Infinity, high: Infinity, p: 1 };
  const reach = standardError * sequentialHalfWidth(visitors, options);
  const x = visitors * mixtureVariance(options);
  const z = estimate / standardError;
  const p = Math.min(1, Math.sqrt(x + 1) * Math.exp((-x * z * z) / (2 * (x + 1))));
  return { estimate, low: estimate - reach, high: estimate + reach, p };
}

/** One more visitor with and one without, which keeps the interval valid while a count is near 0 (Agresti and Caffo, 2000). */
export const adjusted = (count: number, of: number): Counts => ({ count: count + 1, of: of + 2 });

const shareOf = ({ count, of }: Counts): number => count / of;
const varianceOf = (arm: Counts): number => (shareOf(arm) * (1 - shareOf(arm))) / arm.of;

/**
 * The difference of two arms over several periods. From one to the next, the share of an arm or the behavior of all visitors may
 * have changed, so visitors are compared only with those of the same period. `second` less `first`, in shares: 0.01 is one
 * percentage point.
 */
export function stratifiedDifference(
  periods: readonly (readonly [first: Counts, second: Counts])[],
  options: DifferenceOptions,
): Difference {
  let estimate = 0;
  let variance = 0;
  let visitors = 0;
  let whole = 0;
  for (const [first, second] of periods) {
    const weight = mantelHaenszelWeight(first.of, second.of);
    if (weight === 0) continue;
    estimate += weight * (shareOf(second) - shareOf(first));
    variance += weight ** 2 * (varianceOf(first) + varianceOf(second));
    visitors += first.of + second.of;
    whole += weight;
  }
  return sequentialInterval(estimate / whole, Math.sqrt(variance) / whole, visitors, options);
}

/** `second` less `first`, in shares: 0.01 is one percentage point. Without a visitor in an arm nothing is known: p is 1. */
export function absoluteDifference(first: Counts, second: Counts, options: DifferenceOptions): Difference {
  return stratifiedDifference([[first, second]], options);
}
