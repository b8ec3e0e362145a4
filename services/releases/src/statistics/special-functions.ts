/** Special functions of probability, precise to about 1e-13. Source of the methods: NIST Digital Library of Mathematical Functions (dlmf.nist.gov). */

const lanczosCoefficients = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const;

/** ln Γ(x) for x > 0, by the approximation of Lanczos (DLMF 5.10). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const t = shifted + 7.5;
  const sum = lanczosCoefficients.reduce(
    (total, coefficient, index) => total + coefficient / (shifted + index + 1),
    0.9999999999998099,
  );
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** ln B(a, b) for a, b > 0 (DLMF 5.12.1). */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

const precision = 1e-15;
const maxTerms = 10_000;

/** Q(a, x), the regularized upper incomplete gamma function, for a > 0 and x ≥ 0 (DLMF 8.11.4 and 8.9.2). */
export function upperGamma(a: number, x: number): number {
  if (x === 0) return 1;
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - factor * lowerGammaSeries(a, x) : factor * upperGammaFraction(a, x);
}

function lowerGammaSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < maxTerms && term > sum * precision; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The continued fraction, evaluated by the method of Lentz. */
function upperGammaFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < maxTerms; n++) {
    const an = -n * (n - a);
    b += 2;
    d = an * d + b;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = b + an / c;
    if (Math.abs(c) < tiny) c = tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < precision) break;
  }
  return fraction;
}

/** Φ(z), the probability that a standard normal variable is at most z (DLMF 7.2 and 7.11.2). */
export function normalProbability(z: number): number {
  const tail = 0.5 * upperGamma(0.5, (z * z) / 2);
  return z > 0 ? 1 - tail : tail;
}

/** The z with Φ(z) = p, for 0 < p < 1. */
export const normalQuantile = (p: number): number => findRoot((z) => normalProbability(z) - p, -40, 40);

/** Where an increasing function crosses zero between two bounds, by bisection to the last digit. */
export function findRoot(increasing: (x: number) => number, low: number, high: number): number {
  let from = low;
  let to = high;
  for (let halvings = 0; halvings < 200; halvings++) {
    const middle = (from + to) / 2;
    if (middle === from || middle === to) break;
    if (increasing(middle) < 0) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
