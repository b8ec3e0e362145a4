import { minVisitors } from '@funnel/contracts/canary-stages';

import { mantelHaenszelWeight } from '../statistics/difference.ts';
import { logBeta } from '../statistics/special-functions.ts';

/** The visitors of one set, and those with a remote that failed to load or to render. */
export interface Sample {
  readonly visitors: number;
  readonly failures: number;
}

/** The visitors of both sets who came while the canary's share was the same. */
export interface PeriodSamples {
  readonly canary: Sample;
  readonly stable: Sample;
}

/** The sum of several samples, which is empty without any. */
export const sumOf = (samples: readonly Sample[]): Sample => ({
  visitors: samples.reduce((sum, { visitors }) => sum + visitors, 0),
  failures: samples.reduce((sum, { failures }) => sum + failures, 0),
});

/** The minimum increase of the failure rate over the stable set's. */
const minRateIncrease = 0.01;
/**
 * How much better two different rates must explain the samples than a common rate. It gives one false alarm in 1,000,
 * because the canary may be compared with two samples of the stable set, and three in 2,000 if its share is increased.
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

const logOddsOf = ({ canary, stable }: PeriodSamples): number =>
  logMarginalLikelihood(canary) + logMarginalLikelihood(stable) - logMaxLikelihood(sumOf([canary, stable]));

/**
 * By how much a worse canary explains the samples of a period better than a common rate, as a logarithm. Without visitors of one
 * set a period says nothing. That the canary is better is no evidence.
 */
function logBayesFactor(period: PeriodSamples): number {
  const { canary, stable } = period;
  if (canary.visitors === 0 || stable.visitors === 0) return 0;
  const isWorse = canary.failures / canary.visitors > stable.failures / stable.visitors;
  return isWorse ? logOddsOf(period) : Math.min(0, logOddsOf(period));
}

/**
 * The increase of the failure rate over the stable set's, as the weighted mean of the periods. NaN if none has visitors of both
 * sets.
 */
function rateIncrease(periods: readonly PeriodSamples[]): number {
  let increase = 0;
  let whole = 0;
  for (const { canary, stable } of periods) {
    const weight = mantelHaenszelWeight(canary.visitors, stable.visitors);
    if (weight === 0) continue;
    increase += weight * (canary.failures / canary.visitors - stable.failures / stable.visitors);
    whole += weight;
  }
  return increase / whole;
}

/** Whether the periods show a worse canary, if the factor must be `strictness` times as high as for a single test. */
function areWorse(periods: readonly PeriodSamples[], strictness: number): boolean {
  if (sumOf(periods.map(({ canary }) => canary)).visitors < minVisitors) return false;
  if (!(rateIncrease(periods) >= minRateIncrease)) return false;
  const logOdds = periods.reduce((sum, period) => sum + logBayesFactor(period), 0);
  return logOdds >= log(minBayesFactor * strictness);
}

/**
 * Returns the periods that are reasons to roll back, or null. In these the canary has at least `minVisitors`, its failure rate
 * exceeds the stable set's by at least one percentage point, and two different rates explain the samples 2,000 times better than
 * the best common rate. For two equal sets, that ratio is bounded by a quantity whose mean stays 1 for any number of checks, so
 * it reaches 2,000 in at most one of 2,000 cases (Ville's inequality). The number of checks therefore needs no limit: they may
 * run with every visitor for as long as the canary runs.
 *
 * `periods` are those with one share of the canary each, in order. Each is compared in itself, because what fails for everybody on one
 * day fails more often for the set that gets more visitors on that day. The ratios of several are multiplied, whose mean stays 1 as
 * well. A canary may also fail since a later period only, so each period begins a further test. Their factors are 2, 6, 12 and so on
 * times as high, so that all of them together have as many false alarms as one.
 */
export function periodsToRollBackFor(periods: readonly PeriodSamples[]): readonly PeriodSamples[] | null {
  const first = periods.findIndex((_, index) =>
    areWorse(periods.slice(index), index === 0 ? 1 : index * (index + 1)),
  );
  return first === -1 ? null : periods.slice(first);
}

export const shouldRollBack = (periods: readonly PeriodSamples[]): boolean =>
  periodsToRollBackFor(periods) !== null;

/** Whether two different rates, the worse one of the canary, explain the periods better than a common rate: no proof, but a sign. */
export const seemWorse = (periods: readonly PeriodSamples[]): boolean =>
  periods.some((_, index) => areWorse(periods.slice(index), 1 / minBayesFactor));
