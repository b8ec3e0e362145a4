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

/** The parameter of the two-sided normal mixture whose bound is tightest at the variance `v`. */
export function bestRho(v: number, alpha: number): number {
  const evidence = 2 * Math.log(1 / alpha);
  return v / (evidence + Math.log(1 + evidence));
}

/** How far a sum may be from its mean at the variance `v`, by the two-sided normal mixture that is tightest at `vOpt`. */
export function normalMixtureBound(v: number, alpha: number, vOpt: number): number {
  const rho = bestRho(vOpt, alpha);
  return Math.sqrt((v + rho) * (Math.log((v + rho) / rho) + 2 * Math.log(1 / alpha)));
}

/** The logarithm of the evidence against the mean that a sum `s` has at the variance `v`. Steps are from -g to h. */
type LogEvidence = (s: number, v: number) => number;

function betaBinomialMixture(vOpt: number, alphaOpt: number, g: number, h: number): LogEvidence {
  const r = Math.max(bestRho(vOpt, alphaOpt) - g * h, 1e-3 * g * h);
  const normalizer = logBeta(r / (g * (g + h)), r / (h * (g + h)));
  return (s, v) =>
    (v / (g * h)) * Math.log(g + h) -
    ((v + h * s) / (h * (g + h))) * Math.log(g) -
    ((v - g * s) / (g * (g + h))) * Math.log(h) +
    logBeta((r + v - g * s) / (g * (g + h)), (r + v + h * s) / (h * (g + h))) -
    normalizer;
}

/** How far a sum of steps between -g and h may be above its mean at the variance `v`, by the mixture that is tightest at `vOpt`. */
export function betaBinomialBound(v: number, alpha: number, vOpt: number, g: number, h: number): number {
  const evidence = betaBinomialMixture(vOpt, alpha, g, h);
  return findRoot((s) => evidence(s, v) - Math.log(1 / alpha), 0, v / g);
}

/** The logarithm of the evidence against the proportion `p`, less what suffices to rule it out at every look at once. */
function excessEvidence(successes: number, trials: number, alpha: number, tOpt: number, p: number): number {
  const [g, h] = [p, 1 - p];
  const evidence = betaBinomialMixture(tOpt * g * h, alpha, g, h);
  return evidence(successes - p * trials, trials * g * h) - Math.log(1 / alpha);
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
