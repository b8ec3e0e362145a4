import { periodsToRollBackFor, shouldRollBack, type Sample } from './rollback-rule.ts';
import { createRandom } from './random.testkit.ts';

const { floor, log } = Math;

/** Simulates consecutive visitors who fail at a rate, by drawing the distances between failures. */
function createVisitors(rate: number, random: () => number) {
  const distance = () => 1 + floor(log(1 - random()) / log(1 - rate));
  const sample = { visitors: 0, failures: 0 };
  let next = distance();
  return {
    sample,
    addVisitors(count: number): Sample {
      sample.visitors += count;
      for (; next <= sample.visitors; next += distance()) sample.failures++;
      return sample;
    },
  };
}

interface Scenario {
  readonly canaryRate: number;
  readonly stableRate: number;
  /** Stable visitors per canary visitor. */
  readonly stablePerCanary: number;
}

/**
 * Returns the number of canary visitors at which each run rolled back, checked after every visitor. Infinity if it did
 * not.
 */
function rollbackPoints(
  { canaryRate, stableRate, stablePerCanary }: Scenario,
  until: number,
  runs: number,
): number[] {
  const random = createRandom(7);
  return Array.from({ length: runs }, () => {
    const canary = createVisitors(canaryRate, random);
    const stable = createVisitors(stableRate, random);
    for (let seen = 1; seen <= until; seen++) {
      if (shouldRollBack([{ canary: canary.addVisitors(1), stable: stable.addVisitors(stablePerCanary) }]))
        return seen;
    }
    return Infinity;
  });
}

/**
 * The odds were computed with exact fractions in Python. The probability of f failures of n visitors in one
 * order is C(2f, f) C(2n - 2f, n - f) / (4^n C(n, f)) with an unknown rate, and p^f (1 - p)^(n - f) with a known one.
 */
it.each([
  { canary: [200, 19], stable: [200, 0], odds: 1889.01, rollsBack: false },
  { canary: [200, 20], stable: [200, 0], odds: 3982.53, rollsBack: true },
  { canary: [200, 20], stable: [400, 4], odds: 1393.23, rollsBack: false },
  { canary: [200, 21], stable: [400, 4], odds: 3737.86, rollsBack: true },
  { canary: [300, 21], stable: [1000, 10], odds: 1978.79, rollsBack: false },
  { canary: [300, 22], stable: [1000, 10], odds: 6151.94, rollsBack: true },
  { canary: [1000, 49], stable: [1000, 10], odds: 1179.98, rollsBack: false },
  { canary: [1000, 50], stable: [1000, 10], odds: 2004.14, rollsBack: true },
  { canary: [200, 32], stable: [2000, 100], odds: 1737.93, rollsBack: false },
  { canary: [200, 33], stable: [2000, 100], odds: 5261.75, rollsBack: true },
] as const)(
  'rolls back only if two rates explain the samples 2,000 times better: $canary and $stable, $odds times',
  ({ canary, stable, rollsBack }) => {
    const sample = ([visitors, failures]: readonly [number, number]): Sample => ({ visitors, failures });
    expect(shouldRollBack([{ canary: sample(canary), stable: sample(stable) }])).toBe(rollsBack);
  },
);

/** A rule that allows only one check would roll back more of them. Lower rates never reach the minimum increase. */
it.each([0.01, 0.05])(
  'rolls back at most one of 1,000 canaries as good as the stable set with failure rate %d in 20,000 checks',
  (rate) => {
    const scenario = { canaryRate: rate, stableRate: rate, stablePerCanary: 1 };
    const alarms = rollbackPoints(scenario, 20_000, 1000).filter(Number.isFinite);
    expect(alarms.length).toBeLessThanOrEqual(1);
  },
);

it.each([
  { stableRate: 0.001, stablePerCanary: 1, within: 300 },
  { stableRate: 0.01, stablePerCanary: 9, within: 300 },
  { stableRate: 0.05, stablePerCanary: 1, within: 600 },
])(
  'rolls back every canary that fails for 20 % of $within visitors if the stable set fails for $stableRate',
  ({ within, stableRate, stablePerCanary }) => {
    const canaryRate = 1 - (1 - stableRate) * 0.8;
    const points = rollbackPoints({ canaryRate, stableRate, stablePerCanary }, within, 10_000);
    expect(points.filter((at) => at > within)).toEqual([]);
    expect(Math.min(...points)).toBe(200);
  },
);

const sampleOf = (visitors: number, share: number): Sample => ({
  visitors,
  failures: Math.round(visitors * share),
});

it.each([
  ['one that fails for all of too few visitors', sampleOf(199, 1), sampleOf(10_000, 0)],
  ['one without stable visitors to compare', sampleOf(1000, 1), sampleOf(0, 0)],
  [
    'one that certainly fails more often, but by 0.99 percentage points',
    sampleOf(1e6, 0.0199),
    sampleOf(1e6, 0.01),
  ],
  ['one that fails more often by chance', sampleOf(300, 0.03), sampleOf(300, 0.01)],
  ['one that certainly fails less often', sampleOf(1000, 0.01), sampleOf(1000, 0.2)],
])('keeps a canary: %s', (_, canary, stable) => {
  expect(shouldRollBack([{ canary, stable }])).toBe(false);
});

it.each([
  [
    'one that certainly fails more often by 1.01 percentage points',
    sampleOf(1e6, 0.0201),
    sampleOf(1e6, 0.01),
  ],
  ['one that fails for all of 200 visitors, the fewest that are judged', sampleOf(200, 1), sampleOf(200, 0)],
])('rolls back a canary: %s', (_, canary, stable) => {
  expect(shouldRollBack([{ canary, stable }])).toBe(true);
});

describe('after the share of the canary was increased', () => {
  const quiet = { canary: sampleOf(1_000, 0.001), stable: sampleOf(9_000, 0.001) };

  it('keeps a canary that failed as often as the stable set in each period', () => {
    const outage = { canary: sampleOf(1_000, 0.05), stable: sampleOf(1_000, 0.05) };
    expect(shouldRollBack([quiet, outage])).toBe(false);
    // The sums, 51 of 2,000 and 59 of 10,000, would look like harm.
    expect(shouldRollBack([{ canary: sampleOf(2_000, 0.0255), stable: sampleOf(10_000, 0.0059) }])).toBe(
      true,
    );
  });

  it('rolls back a canary that fails more often since', () => {
    const harm = { canary: sampleOf(1_000, 0.05), stable: sampleOf(1_000, 0.001) };
    expect(shouldRollBack([quiet, harm])).toBe(true);
  });

  it('soon rolls back a canary that fails since its last increase, after weeks without a fault', () => {
    const weeks = [0.01, 0.05, 0.1, 0.25].map((share) => ({
      canary: sampleOf(8_000 * share, 0.005),
      stable: sampleOf(8_000 * (1 - share), 0.005),
    }));
    const harm = { canary: sampleOf(400, 0.1), stable: sampleOf(400, 0.005) };
    expect(shouldRollBack([...weeks, harm])).toBe(true);
    expect(periodsToRollBackFor([...weeks, harm])?.at(-1)).toBe(harm);
  });

  it('does not take it as evidence for harm that the canary was better in a period', () => {
    const slight = { canary: { visitors: 600, failures: 48 }, stable: { visitors: 2_400, failures: 72 } };
    const better = { canary: { visitors: 60, failures: 0 }, stable: { visitors: 60, failures: 12 } };
    expect([shouldRollBack([slight]), shouldRollBack([slight, better])]).toEqual([false, false]);
  });

  it('has no more false alarms', () => {
    const random = createRandom(20261128);
    const draw = (rate: number) => Number(random() < rate);
    let rolledBack = 0;
    for (let run = 0; run < 2_000; run++) {
      const periods: { canary: Sample; stable: Sample }[] = [];
      const isOver = [0.05, 0.01, 0.1].some((rate, period) => {
        const share = [0.1, 0.5, 0.9][period] ?? 0;
        const seen = { canary: { visitors: 0, failures: 0 }, stable: { visitors: 0, failures: 0 } };
        periods.push(seen);
        return Array.from({ length: 100 }).some(() => {
          for (let visitor = 0; visitor < 10; visitor++) {
            const set = seen[draw(share) ? 'canary' : 'stable'];
            set.visitors++;
            set.failures += draw(rate);
          }
          return shouldRollBack(periods);
        });
      });
      if (isOver) rolledBack++;
    }
    expect(rolledBack).toBeLessThanOrEqual(6);
  });

  it('rolls back a canary that fails more often in every period, none of which is enough', () => {
    const early = { canary: sampleOf(300, 13 / 300), stable: sampleOf(2_700, 14 / 2_700) };
    const late = { canary: sampleOf(300, 24 / 300), stable: sampleOf(300, 2 / 300) };
    expect([[early], [late], [early, late]].map(shouldRollBack)).toEqual([false, false, true]);
  });
});

it('still rolls back if the canary has more failures', () => {
  const random = createRandom(3);
  const below = (max: number) => floor(random() * max);
  let rolledBack = 0;
  for (let run = 0; run < 5000; run++) {
    const canary = sampleOf(200 + below(2000), random() * 0.4);
    const stable = sampleOf(1 + below(5000), random() * 0.4);
    if (!shouldRollBack([{ canary, stable }])) continue;
    rolledBack++;
    const failures = canary.failures + below(canary.visitors - canary.failures);
    expect(shouldRollBack([{ canary: { ...canary, failures }, stable }])).toBe(true);
  }
  expect(rolledBack).toBeGreaterThan(1000);
});
