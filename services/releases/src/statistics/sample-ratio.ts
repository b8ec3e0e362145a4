import { upperGamma } from './special-functions.ts';

export interface ArmCount {
  readonly visitors: number;
  /** The part of the visitors that the arm was to get. An arm with the weight 0 is left out. */
  readonly weight: number;
}

/** The p-value of Pearson's chi-square test that visitors were assigned by the weights. 1 if there is nothing to compare. */
export function sampleRatioP(arms: readonly ArmCount[]): number {
  const compared = arms.filter(({ weight }) => weight > 0);
  const visitors = compared.reduce((sum, arm) => sum + arm.visitors, 0);
  const weights = compared.reduce((sum, arm) => sum + arm.weight, 0);
  if (visitors === 0 || compared.length < 2) return 1;
  const chiSquare = compared.reduce((sum, arm) => {
    const expected = (visitors * arm.weight) / weights;
    return sum + (arm.visitors - expected) ** 2 / expected;
  }, 0);
  return upperGamma((compared.length - 1) / 2, chiSquare / 2);
}
