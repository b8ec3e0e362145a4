import { bestRho, isRuledOut } from './confidence-sequence.ts';
import { absoluteDifference, stratifiedDifference } from './difference.ts';
import { powerAt, smallestEffect } from './power.ts';
import { sampleRatioP } from './sample-ratio.ts';
import { logGamma, normalProbability, normalQuantile, upperGamma } from './special-functions.ts';

/** Source: gostevehoward/confseq, test/uniform_boundaries_unittest.cpp, alpha 0.05, to 1e-5. */
describe('the confidence sequence of a proportion', () => {
  it.each([
    [700, 1000, 100, 0.651629, 0.745949],
    [15, 50, 50, 0.129556, 0.511896],
    [5, 50, 50, 0.013021, 0.269264],
    [1, 50, 50, 0, 0.13489],
    [1, 2, 50, 0, 1],
    [100, 200, 1, 0.328923, 0.671076],
    [0, 1, 50, 0, 1],
    [1, 1, 50, 0, 1],
  ])('for %d of %d, tightest at %d, is as published', (successes, trials, tOpt, low, high) => {
    const ruledOut = (p: number) => isRuledOut(p, successes, trials, 0.05, tOpt);
    const tolerance = 1e-5;
    if (low > 0) expect([ruledOut(low - tolerance), ruledOut(low + tolerance)]).toEqual([true, false]);
    else expect(ruledOut(tolerance)).toBe(false);
    if (high < 1) expect([ruledOut(high - tolerance), ruledOut(high + tolerance)]).toEqual([false, true]);
    else expect(ruledOut(1 - tolerance)).toBe(false);
  });

  it('uses the tightest mixture, as published', () => {
    expect(bestRho(100, 0.05)).toBeCloseTo(12.60056, 5);
  });

  it.each([
    // The bound of steps from -0.2 to 0.8 at the variance 100: 31.4308 above the mean of 125.
    [0.2, 156.4307, 625, 625, false],
    [0.2, 156.4309, 625, 625, true],
  ])('rules out %d after %d of %d, tightest at %d: %j', (p, successes, trials, tOpt, expected) => {
    expect(isRuledOut(p, successes, trials, 0.05, tOpt)).toBe(expected);
  });
});

/** Source: GrowthBook, gbstats, sequential two-sided test of two proportions, alpha 0.05. */
describe('the sequential difference of two proportions', () => {
  it.each([
    [300, 360, 10_000, 5_000, -0.001899, 0.013899, 0.371348],
    [1000, 1100, 10_000, 5_000, -0.003555, 0.023555, 0.43372],
    [500, 580, 5_000, 5_000, -0.002998, 0.034998, 0.18013],
    [390, 480, 3_000, 5_000, 0.002418, 0.057582, 0.0232973],
    [1300, 1450, 10_000, 20_000, 0.000221, 0.029779, 0.0441901],
  ])('%d against %d of %d each, tuned for %d, is as published', (first, second, of, tuning, low, high, p) => {
    const options = { alpha: 0.05, tuning };
    const difference = absoluteDifference({ count: first, of }, { count: second, of }, options);
    expect(difference.low).toBeCloseTo(low, 6);
    expect(difference.high).toBeCloseTo(high, 6);
    expect(difference.p).toBeCloseTo(p, 6);
  });

  it.each([
    [
      { count: 0, of: 0 },
      { count: 1, of: 10 },
    ],
    [
      { count: 0, of: 10 },
      { count: 0, of: 10 },
    ],
  ])('says nothing of %j and %j', (first, second) => {
    expect(absoluteDifference(first, second, { alpha: 0.05, tuning: 5_000 })).toMatchObject({
      low: -Infinity,
      high: Infinity,
      p: 1,
    });
  });
});

describe('the difference over several periods', () => {
  const options = { alpha: 0.05, tuning: 5_000 };
  const counts = (count: number, of: number) => ({ count, of });

  it('is none if both arms are equal in each period, although they are different in the sum', () => {
    const day = [counts(2_700, 9_000), counts(300, 1_000)] as const;
    const night = [counts(150, 1_000), counts(150, 1_000)] as const;
    const { estimate, low, high, p } = stratifiedDifference([day, night], options);
    expect(estimate).toBeCloseTo(0, 12);
    // Computed with Python from the weights of Mantel and Haenszel.
    expect(low).toBeCloseTo(-0.03493, 5);
    expect(high).toBeCloseTo(0.03493, 5);
    expect(p).toBe(1);
  });

  it('is the weighted difference of the periods', () => {
    const day = [counts(900, 9_000), counts(80, 1_000)] as const;
    const night = [counts(300, 1_000), counts(240, 1_000)] as const;
    // Computed with Python from the weights of Mantel and Haenszel.
    expect(stratifiedDifference([day, night], options)).toMatchObject({
      estimate: expect.closeTo(-0.0342857, 6),
      low: expect.closeTo(-0.0625778, 6),
      high: expect.closeTo(-0.0059936, 6),
      p: expect.closeTo(0.0060854, 6),
    });
  });

  it('ignores a period without visitors in one of the arms', () => {
    const day = [counts(900, 9_000), counts(80, 1_000)] as const;
    const withoutFirst = [counts(0, 0), counts(90, 100)] as const;
    expect(stratifiedDifference([day, withoutFirst], options)).toEqual(absoluteDifference(...day, options));
  });
});

/** Source: GrowthBook, packages/back-end/test/stats.test.ts. */
describe('the check of the sample ratio', () => {
  it.each([
    [[1000, 1200], [0.5, 0.5], 0.000020079],
    [[135, 115], [0.5, 0.5], 0.205903211],
    [[310, 98], [0.75, 0.25], 0.647434186],
    // Weights need not add up to 1.
    [[310, 98], [75, 25], 0.647434186],
    [[0, 10, 10], [0.34, 0.33, 0.33], 0.005790624],
    [[500, 500, 600], [0.34, 0.33, 0.33], 0.000592638],
    [[1000, 1200, 900], [0.5, 0.5, 0], 0.000020079],
  ])('%j by the weights %j is as published', (visitors, weights, p) => {
    const arms = visitors.map((count, index) => ({ visitors: count, weight: weights[index] ?? 0 }));
    expect(sampleRatioP(arms)).toBeCloseTo(p, 9);
  });

  it('says nothing before there is a visitor, or with one arm', () => {
    expect(
      sampleRatioP([
        { visitors: 0, weight: 1 },
        { visitors: 0, weight: 1 },
      ]),
    ).toBe(1);
    expect(
      sampleRatioP([
        { visitors: 10, weight: 1 },
        { visitors: 3, weight: 0 },
      ]),
    ).toBe(1);
  });
});

/** Source: GrowthBook, packages/shared/test/power.test.ts: 400,000 users in three arms. */
describe('the planner', () => {
  const plan = { mean: 10, variance: 3909.9997749994377, visitorsPerArm: 400_000 / 3, alpha: 0.05 };

  it('gives the published power and smallest effect, read once', () => {
    expect(powerAt(plan, 0.05)).toBeCloseTo(0.52144, 5);
    expect(smallestEffect(plan, 0.8)).toBeCloseTo(0.07027, 5);
  });

  it('gives the published power and smallest effect, looked at again and again', () => {
    expect(powerAt({ ...plan, tuning: 5_000 }, 0.05)).toBeCloseTo(0.20596, 5);
    expect(smallestEffect({ ...plan, tuning: 5_000 }, 0.8)).toBeCloseTo(0.12821, 5);
  });

  it('finds no effect with too few visitors', () => {
    expect(smallestEffect({ ...plan, visitorsPerArm: 1 }, 0.8)).toBeNull();
  });
});

/** Sources: Abramowitz and Stegun, tables 6.1, 26.1 and 26.8; ln Γ(1/2) = ln √π. */
describe('the special functions', () => {
  it('agree with published tables', () => {
    expect(logGamma(0.5)).toBeCloseTo(0.5723649429247001, 12);
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 12);
    expect(normalProbability(1.96)).toBeCloseTo(0.9750021048517795, 12);
    expect(normalProbability(-3)).toBeCloseTo(0.0013498980316301, 12);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 10);
    expect(upperGamma(0.5, 3.841458820694124 / 2)).toBeCloseTo(0.05, 12);
    expect(upperGamma(2, 9.487729036781154 / 2)).toBeCloseTo(0.05, 12);
  });
});
