import { minVisitors } from '../analytics/compare-canary.ts';
import { logBeta } from '../statistics/special-functions.ts';

/** The visitors of one set, and those with a remote that failed to load or to render. */
export interface Sample {
  readonly visitors: number;
  readonly failures: number;
}

/** The minimum increase of the failure rate over the stable set's. */
const minRateIncrease = 0.01;
/**
 * How much better two different rates must explain the samples than a common rate. It gives one false alarm in 1,000,
 * because the canary may be compared with two samples of the stable set.
 */
const minBayesFactor = 2000;

const { log, PI } = Math;

/** Log probability of a sample with an unknown rate (Jeffreys prior). */
const logMarginalLikelihood = ({ visitors, failures }: Sample): number =>
  logBeta(failures + 0.5, visitors - failures + 0.5) - log(PI);

/** Log probability of a sample at its most likely rate. */
const logMaxLikelihood = ({ visitors, failures }: Sample): number =>
  [failures, visitors - failures].reduce(
    (sum, count) => sum + (count === 0 ? 0 : count * log(count / visitors)),
    0,
  );

/**
 * Returns whether to roll back: the canary has at least 200 visitors, its failure rate exceeds the stable set's by at
 * least one percentage point, and two different rates explain the samples 2,000 times better than the best common rate.
 * For two equal sets, that ratio is bounded by a quantity whose mean stays 1 for any number of checks, so it reaches
 * 2,000 in at most one of 2,000 cases (Ville's inequality). The number of checks therefore needs no limit: they may run
 * with every visitor for as long as the canary runs.
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
