import { sequentialHalfWidth } from './difference.ts';
import { findRoot, normalProbability, normalQuantile } from './special-functions.ts';

/** What is planned. The measure's mean and variance are those of one visitor; a proportion p has the variance p (1 - p). */
export interface PlannedTest {
  readonly mean: number;
  readonly variance: number;
  /** In each arm. */
  readonly visitorsPerArm: number;
  readonly alpha: number;
  /** The tuning of an interval that is looked at again and again. Without it the test is read once, at the end. */
  readonly tuning?: number;
}

/**
 * The standard error of the relative effect, made larger for repeated looks as GrowthBook's planner does. Above a power of one half
 * that asks for more visitors than needed, below it promises too much.
 */
function standardError(
  { mean, variance, visitorsPerArm, alpha, tuning }: PlannedTest,
  effect: number,
): number {
  const fixed = Math.sqrt((variance / visitorsPerArm / mean ** 2) * (1 + (1 + effect) ** 2));
  if (tuning === undefined) return fixed;
  return (fixed * sequentialHalfWidth(2 * visitorsPerArm, { alpha, tuning })) / normalQuantile(1 - alpha / 2);
}

/** The probability of finding a relative effect: 0.05 is 5 % more than the mean. */
export function powerAt(plan: PlannedTest, effect: number): number {
  const threshold = normalQuantile(1 - plan.alpha / 2);
  const shift = effect / standardError(plan, effect);
  return normalProbability(shift - threshold) + normalProbability(-shift - threshold);
}

/** The smallest relative effect that is found with the probability `power`, or null if even ten times the mean is not. */
export function smallestEffect(plan: PlannedTest, power: number): number | null {
  const largest = 10;
  if (powerAt(plan, largest) < power) return null;
  return findRoot((effect) => powerAt(plan, effect) - power, 0, largest);
}
