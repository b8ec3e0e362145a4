/**
 * Bounds that hold at every look at once, however often somebody looks. Source: Howard, Ramdas, McAuliffe and Sekhon,
 * "Time-uniform, nonparametric, nonasymptotic confidence sequences" (2021), and their reference implementation `confseq`.
 */
import { logBeta } from './special-functions.ts';

/** The parameter of the mixture whose bound is tightest at the variance `v`. */
export function bestRho(v: number, alpha: number): number {
  const evidence = 2 * Math.log(1 / alpha);
  return v / (evidence + Math.log(1 + evidence));
}

/**
 * Whether the proportion `p`, 0 < p < 1, is outside the confidence sequence of what was observed. With a probability of
 * 1 - `alpha`, the true proportion is never ruled out, however often one looks. `tOpt` is the number of trials at which the sequence is
 * to be tightest. The evidence against `p` is the likelihood of what was observed, averaged over other proportions by a beta
 * distribution, divided by its likelihood at `p`.
 */
export function isRuledOut(
  p: number,
  successes: number,
  trials: number,
  alpha: number,
  tOpt: number,
): boolean {
  const failures = trials - successes;
  const variance = p * (1 - p);
  const rho = Math.max(bestRho(tOpt * variance, alpha) - variance, 1e-3 * variance);
  const [a, b] = [rho / (1 - p), rho / p];
  const averaged = logBeta(a + successes, b + failures) - logBeta(a, b);
  const atP = successes * Math.log(p) + failures * Math.log(1 - p);
  return averaged - atP > Math.log(1 / alpha);
}
