/** Visitors of one set, and those of them who met a remote that did not load or broke while it was shown. */
export interface Sample {
  readonly visitors: number;
  readonly failures: number;
}

/** No canary is judged by fewer visitors. */
export const minVisitors = 200;
/** The share of visitors, above the stable set's, from which on a canary is a danger. */
export const minRateIncrease = 0.01;
/** How much better two rates must explain what was seen than one and the same rate for both. One false alarm in 1,000, as the canary may meet two samples of the stable set. */
const minBayesFactor = 2000;

const { log, PI } = Math;

/** Stirling's series, after stepping to where it is good to twelve digits. */
function logGamma(x: number): number {
  let passed = 1;
  let at = x;
  for (; at < 10; at++) passed *= at;
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5);
  return (at - 0.5) * log(at) - at + log(2 * PI) / 2 + series - log(passed);
}

/** Logarithm of how probable a sample is where nothing is known of the rate (Jeffreys' prior). */
const logMarginalLikelihood = ({ visitors, failures }: Sample): number =>
  logGamma(failures + 0.5) + logGamma(visitors - failures + 0.5) - logGamma(visitors + 1) - log(PI);

/** Logarithm of how probable a sample is at the one rate that suits it best. */
const logMaxLikelihood = ({ visitors, failures }: Sample): number =>
  [failures, visitors - failures].reduce(
    (sum, count) => sum + (count === 0 ? 0 : count * log(count / visitors)),
    0,
  );

/**
 * A canary is taken back when it has had 200 visitors, fails for at least one visitor in a hundred more than the stable
 * set, and two different rates explain what was seen 2,000 times better than the best common rate.
 * For two equal sets that ratio is never above a quantity whose mean stays 1 however often one looks, so it ever gets to
 * 2,000 in at most one of 2,000 cases (Ville's inequality).
 * There is thus no need to ration the looks: they may come with every visitor, for as long as the canary runs.
 */
export function shouldRollBack(canary: Sample, stable: Sample): boolean {
  if (canary.visitors < minVisitors || stable.visitors === 0) return false;
  if (canary.failures / canary.visitors - stable.failures / stable.visitors < minRateIncrease) return false;
  const both = {
    visitors: canary.visitors + stable.visitors,
    failures: canary.failures + stable.failures,
  };
  const logOdds = logMarginalLikelihood(canary) + logMarginalLikelihood(stable) - logMaxLikelihood(both);
  return logOdds >= log(minBayesFactor);
}
