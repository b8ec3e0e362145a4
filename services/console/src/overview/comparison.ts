import type { Proportion } from '@funnel/contracts/release-analytics';

/** One rate of the stable set and, if one is running, of the canary. */
export interface RateComparison {
  readonly label: string;
  readonly stable: Proportion | null;
  readonly canary: Proportion | null;
}

/** Null for a rate of no visitors. */
const nonEmpty = (proportion: Proportion | null | undefined): Proportion | null =>
  proportion && proportion.of > 0 ? proportion : null;

export const compare = (
  label: string,
  stable: Proportion | null | undefined,
  canary: Proportion | null | undefined,
): RateComparison => ({ label, stable: nonEmpty(stable), canary: nonEmpty(canary) });

/** The part of the scale from 0 to 1 that contains both intervals. It starts at zero unless both rates are high. */
export function domainOf({ stable, canary }: RateComparison): readonly [low: number, high: number] {
  const proportions = [stable, canary].filter((one) => one !== null);
  if (proportions.length === 0) return [0, 1];
  const low = Math.min(...proportions.map(({ low }) => low));
  const high = Math.max(...proportions.map(({ high }) => high));
  // Rounded to 5 %, or to 1 % if both rates are low.
  const perUnit = high > 0.1 ? 20 : 100;
  const from = low < 0.5 ? 0 : Math.floor(low * perUnit) / perUnit;
  return [from, Math.min(1, Math.max(Math.ceil(high * perUnit) / perUnit, from + 1 / perUnit))];
}
