/**
 * Bounds that hold at every look at once, however often somebody looks. Source: Howard, Ramdas, McAuliffe and Sekhon,
 * "Time-uniform, nonparametric, nonasymptotic confidence sequences" (2021), and their reference implementation `confseq`.
 */
import { findRoot, logBeta } from './special-functions.ts';

/** An interval with both bounds included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The parameter of the mixture whose bound is tightest at the variance `v`. */
export function bestRho(v: number, alpha: number): number {
  const evidence = 2 * Math.log(1 / alpha);
  return v / (evidence + Math.log(1 + evidence));
}

/**
 * The logarithm of the evidence against the proportion `p`, less what suffices to rule it out at every look at once. The evidence
 * is the likelihood of what was observed, averaged over other proportions by a beta distribution, divided by its likelihood at `p`.
 */
function excessEvidence(successes: number, trials: number, alpha: number, tOpt: number, p: number): number {
  const failures = trials - successes;
  const variance = p * (1 - p);
  const rho = Math.max(bestRho(tOpt * variance, alpha) - variance, 1e-3 * variance);
  const [a, b] = [rho / (1 - p), rho / p];
  const averaged = logBeta(a + successes, b + failures) - logBeta(a, b);
  const atP = successes * Math.log(p) + failures * Math.log(1 - p);
  return averaged - atP - Math.log(1 / alpha);
}

/** Whether the proportion `p` is outside the confidence sequence below. */
export const isRuledOut = (
  p: number,
  successes: number,
  trials: number,
  alpha: number,
  tOpt: number,
): boolean => excessEvidence(successes, trials, alpha, tOpt, p) > 0;

/**
 * The confidence sequence of a proportion: with the probability 1 - alpha, the proportion is inside the intervals of all looks.
 * `tOpt` is the number of trials at which the interval shall be tightest.
 */
export function proportionSequence(successes: number, trials: number, alpha: number, tOpt: number): Interval {
  const observed = successes / trials;
  const excess = (p: number) => excessEvidence(successes, trials, alpha, tOpt, p);
  const edge = 1e-12;
  return {
    low: successes === 0 || excess(edge) < 0 ? 0 : findRoot((p) => -excess(p), edge, observed),
    high: successes === trials || excess(1 - edge) < 0 ? 1 : findRoot(excess, observed, 1 - edge),
  };
}
