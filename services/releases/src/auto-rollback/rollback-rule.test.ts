import { minVisitors, minRateIncrease, shouldRollBack, type Sample } from './rollback-rule.ts';
import { createDice } from './visitors.testkit.ts';

const { floor, log } = Math;

/** Simulates consecutive visitors who fail at a rate, by drawing the distances between failures. */
function createVisitors(rate: number, dice: () => number) {
  const distance = () => 1 + floor(log(1 - dice()) / log(1 - rate));
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

const runs = 10_000;

/**
 * Returns the number of canary visitors at which each run rolled back, checked after every visitor. Infinity if it did
 * not.
 */
function rollbackPoints({ canaryRate, stableRate, stablePerCanary }: Scenario, until: number): number[] {
  const dice = createDice(7);
  return Array.from({ length: runs }, () => {
    const canary = createVisitors(canaryRate, dice);
    const stable = createVisitors(stableRate, dice);
    for (let seen = 1; seen <= until; seen++) {
      if (shouldRollBack(canary.addVisitors(1), stable.addVisitors(stablePerCanary))) return seen;
    }
    return Infinity;
  });
}

jest.setTimeout(60_000);

it.each([0.001, 0.01, 0.05])(
  'rolls back at most one of 1,000 canaries as good as the stable set with failure rate %d in 20,000 checks',
  (rate) => {
    const scenario = { canaryRate: rate, stableRate: rate, stablePerCanary: 1 };
    const alarms = rollbackPoints(scenario, 20_000).filter(Number.isFinite);
    expect(alarms.length).toBeLessThanOrEqual(runs / 1000);
  },
);

it.each([
  { stableRate: 0.001, stablePerCanary: 1, within: 300 },
  { stableRate: 0.01, stablePerCanary: 1, within: 300 },
  { stableRate: 0.01, stablePerCanary: 9, within: 300 },
  { stableRate: 0.05, stablePerCanary: 1, within: 600 },
  { stableRate: 0.05, stablePerCanary: 9, within: 600 },
])(
  'rolls back every canary that fails for 20 % of $within visitors if the stable set fails for $stableRate',
  ({ within, stableRate, stablePerCanary }) => {
    const canaryRate = 1 - (1 - stableRate) * 0.8;
    const points = rollbackPoints({ canaryRate, stableRate, stablePerCanary }, within);
    expect(points.filter((at) => at > within)).toEqual([]);
    expect(Math.min(...points)).toBe(minVisitors);
  },
);

const sampleOf = (visitors: number, share: number): Sample => ({
  visitors,
  failures: Math.round(visitors * share),
});

it.each([
  ['one that fails for all of too few visitors', sampleOf(minVisitors - 1, 1), sampleOf(10_000, 0)],
  ['one without stable visitors to compare', sampleOf(1000, 1), sampleOf(0, 0)],
  [
    'one that certainly fails more often, but by less than the threshold',
    sampleOf(1e6, 0.01 + minRateIncrease * 0.9),
    sampleOf(1e6, 0.01),
  ],
  ['one that fails more often by chance', sampleOf(300, 0.03), sampleOf(300, 0.01)],
  ['one that certainly fails less often', sampleOf(1000, 0.01), sampleOf(1000, 0.2)],
])('keeps a canary: %s', (_, canary, stable) => {
  expect(shouldRollBack(canary, stable)).toBe(false);
});

it('rolls back a canary that certainly fails more often by more than the threshold', () => {
  expect(shouldRollBack(sampleOf(1e6, 0.01 + minRateIncrease * 1.1), sampleOf(1e6, 0.01))).toBe(true);
});

it('still rolls back if the canary has more failures', () => {
  const dice = createDice(3);
  const below = (max: number) => floor(dice() * max);
  for (let run = 0; run < 5000; run++) {
    const canary = sampleOf(minVisitors + below(2000), dice() * 0.4);
    const stable = sampleOf(1 + below(5000), dice() * 0.4);
    if (!shouldRollBack(canary, stable)) continue;
    const failures = canary.failures + below(canary.visitors - canary.failures);
    expect(shouldRollBack({ ...canary, failures }, stable)).toBe(true);
  }
});
