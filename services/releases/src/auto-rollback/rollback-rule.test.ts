import { minVisitors, minRateIncrease, shouldRollBack, type Sample } from './rollback-rule.ts';
import { createDice } from './visitors.testkit.ts';

const { floor, log } = Math;

/** Visitors one after the other, each failing at the rate; drawn as the distances between failures. */
function createVisitors(rate: number, dice: () => number) {
  const distance = () => 1 + floor(log(1 - dice()) / log(1 - rate));
  const sample = { visitors: 0, failures: 0 };
  let next = distance();
  return {
    sample,
    come(count: number): Sample {
      sample.visitors += count;
      for (; next <= sample.visitors; next += distance()) sample.failures++;
      return sample;
    },
  };
}

interface World {
  readonly canaryRate: number;
  readonly stableRate: number;
  /** Stable visitors for each one of the canary. */
  readonly stablePerCanary: number;
}

const runs = 10_000;

/** At how many canary visitors each run took the canary back, looking after every single one; infinite where none did. */
function takenBackAt({ canaryRate, stableRate, stablePerCanary }: World, until: number): number[] {
  const dice = createDice(7);
  return Array.from({ length: runs }, () => {
    const canary = createVisitors(canaryRate, dice);
    const stable = createVisitors(stableRate, dice);
    for (let seen = 1; seen <= until; seen++) {
      if (shouldRollBack(canary.come(1), stable.come(stablePerCanary))) return seen;
    }
    return Infinity;
  });
}

jest.setTimeout(60_000);

it.each([0.001, 0.01, 0.05])(
  'takes back at most one of 1,000 canaries as good as the stable set, failing for %d, in 20,000 looks',
  (rate) => {
    const world = { canaryRate: rate, stableRate: rate, stablePerCanary: 1 };
    const alarms = takenBackAt(world, 20_000).filter(Number.isFinite);
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
  'takes back each canary that throws for 20 % of $within visitors beside a stable set that fails for $stableRate',
  ({ within, stableRate, stablePerCanary }) => {
    const canaryRate = 1 - (1 - stableRate) * 0.8;
    const taken = takenBackAt({ canaryRate, stableRate, stablePerCanary }, within);
    expect(taken.filter((at) => at > within)).toEqual([]);
    expect(Math.min(...taken)).toBe(minVisitors);
  },
);

const of = (visitors: number, share: number): Sample => ({
  visitors,
  failures: Math.round(visitors * share),
});

it.each([
  ['one that fails for everybody, before it had its visitors', of(minVisitors - 1, 1), of(10_000, 0)],
  ['one that nobody can compare', of(1000, 1), of(0, 0)],
  [
    'one that surely fails more, but by less than the margin',
    of(1e6, 0.01 + minRateIncrease * 0.9),
    of(1e6, 0.01),
  ],
  ['one that fails more by chance', of(300, 0.03), of(300, 0.01)],
  ['one that surely fails less', of(1000, 0.01), of(1000, 0.2)],
])('leaves a canary alone: %s', (_, canary, stable) => {
  expect(shouldRollBack(canary, stable)).toBe(false);
});

it('takes back one that surely fails more, by the margin', () => {
  expect(shouldRollBack(of(1e6, 0.01 + minRateIncrease * 1.1), of(1e6, 0.01))).toBe(true);
});

it('still takes back with more failures what it takes back with fewer', () => {
  const dice = createDice(3);
  const below = (max: number) => floor(dice() * max);
  for (let run = 0; run < 5000; run++) {
    const canary = of(minVisitors + below(2000), dice() * 0.4);
    const stable = of(1 + below(5000), dice() * 0.4);
    if (!shouldRollBack(canary, stable)) continue;
    const failures = canary.failures + below(canary.visitors - canary.failures);
    expect(shouldRollBack({ ...canary, failures }, stable)).toBe(true);
  }
});
