import { minVisitors } from '@funnel/contracts/canary-stages';

import { allVisits, analyzeCanary, type NetworkCounts } from './analyze-canary.ts';
import { shouldRollBack, type Sample } from './rollback-rule.ts';
import { createRandom } from './random.testkit.ts';

let networkCount = 0;
const network = (visitors: number, failures: number): NetworkCounts => {
  const limited = { visitors: Math.min(visitors, 60), failures: Math.min(failures, 60) };
  return {
    network: `network ${networkCount++}`,
    period: 0,
    all: { visitors, failures },
    first: limited,
    drawn: limited,
  };
};
const networks = (count: number, visitors: number, failures: number) =>
  Array.from({ length: count }, () => network(visitors, failures));

const stable = networks(100, 4, 0);
const honest = networks(50, 6, 0);

it.each([
  ['1,000 failures of one network', [...honest, network(1000, 1000)]],
  ['1,000 failures of one network, without other visitors', [network(1000, 1000)]],
  ['all that is counted of 500 failures from each of seven networks', [...honest, ...networks(7, 500, 500)]],
  ['failures that would be enough, but from seven networks', [...honest, ...networks(7, 5, 5)]],
])('raises an alert without a rollback for %s', (_, canary) => {
  expect(analyzeCanary(canary, stable).action).toBe('alert');
});

it('rolls back if the failures come from eight networks', () => {
  expect(analyzeCanary([...honest, ...networks(8, 5, 5)], stable)).toMatchObject({
    action: 'roll-back',
    failingNetworks: 8,
  });
});

it('counts at most five failures of each network against the canary, and all of the stable set', () => {
  expect(analyzeCanary(networks(10, 60, 9), networks(10, 60, 9))).toMatchObject({
    canary: { visitors: 600, failures: 50 },
    stable: { visitors: 600, failures: 90 },
    reported: { visitors: 600, failures: 90 },
  });
});

it('counts at most five failures of a network in all periods together, and each network once', () => {
  const early = networks(10, 20, 3);
  const late = early.map((counts) => ({ ...counts, period: 1 }));
  expect(analyzeCanary([...late, ...early], stable)).toMatchObject({
    canary: { visitors: 400, failures: 50 },
    failingNetworks: 10,
  });
});

it('raises an alert if an attacker makes the stable set look as bad as a failing canary', () => {
  const failing = networks(60, 5, 1);
  const forged = [...networks(60, 5, 0), network(60, 60)];
  expect(analyzeCanary(failing, networks(60, 5, 0)).action).toBe('roll-back');
  expect(analyzeCanary(failing, forged).action).not.toBe('none');
});

it('rolls back if the same failures come from many networks', () => {
  expect(analyzeCanary([...honest, ...networks(20, 2, 2)], stable)).toMatchObject({
    action: 'roll-back',
    canary: { visitors: 340, failures: 40 },
    stable: { visitors: 400, failures: 0 },
    failingNetworks: 20,
  });
});

it('rolls back despite 10,000 visits without failures from one network', () => {
  expect(analyzeCanary([...networks(50, 6, 1), network(10_000, 0)], stable).action).toBe('roll-back');
});

it('does not let one network make the stable set look as bad as the canary', () => {
  const canary = networks(100, 5, 1);
  expect(analyzeCanary(canary, [...networks(100, 10, 0), network(10_000, 10_000)]).action).toBe('roll-back');
});

/** 500 networks with these visits to a set before an outage, without failures, and in it, when 5 % fail for everybody. */
const networksInOutage = (before: number, during: number): NetworkCounts[] =>
  networks(500, before + during, during / 20).map((counts) => ({
    ...counts,
    first: { ...counts.first, failures: Math.max(0, counts.first.visitors - before) / 20 },
    drawn: { ...counts.drawn, failures: (counts.drawn.visitors * counts.all.failures) / counts.all.visitors },
  }));

it('does nothing in an outage for everybody, although the first visits to the stable set were all before it', () => {
  // With 5 % of the visitors, the canary gets its first 60 visits of a network 19 times later.
  const canary = networksInOutage(20, 40);
  const other = networksInOutage(380, 760);
  expect(analyzeCanary(canary, other)).toMatchObject({
    action: 'none',
    canary: { visitors: 30_000, failures: 1000 },
    stable: { visitors: 30_000, failures: 0 },
  });
});

it('rolls back a canary that fails more often also than visits to the stable set that are as old', () => {
  const canary = networksInOutage(0, 40);
  const other = networksInOutage(1000, 140);
  expect(analyzeCanary(canary, other).action).toBe('roll-back');
});

it('does nothing if a canary fails as often as the stable set', () => {
  expect(analyzeCanary(networks(100, 20, 1), networks(100, 20, 1)).action).toBe('none');
});

/** Draws networks with realistic sizes: the largest has a seventh of all visits, and half of them have few. */
function createNetworkDraw(count: number, random: () => number) {
  const shares = Array.from({ length: count }, (_, at) => 1 / (at + 1));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return () => {
    let left = random() * whole;
    const at = shares.findIndex((share) => (left -= share) <= 0);
    return Math.max(at, 0);
  };
}

/** Simulates consecutive visits of a set from random networks, counted as the database counts them. */
function createSet(rate: number, sampleNetwork: () => number, random: () => number) {
  const byNetwork = new Map<number, NetworkCounts>();
  return {
    networkCounts: () => [...byNetwork.values()],
    addVisit() {
      const at = sampleNetwork();
      const counts = byNetwork.get(at) ?? network(0, 0);
      const { all, first } = counts;
      const more = ({ visitors, failures }: Sample, fails: boolean): Sample => ({
        visitors: visitors + 1,
        failures: failures + Number(fails),
      });
      const fails = random() < rate;
      const limited = first.visitors < 60 ? more(first, fails) : first;
      byNetwork.set(at, { ...counts, all: more(all, fails), first: limited, drawn: limited });
    },
  };
}

it.each([
  { stableRate: 0.001, within: 300 },
  { stableRate: 0.01, within: 300 },
  { stableRate: 0.05, within: 600 },
])(
  'rolls back 99 of 100 canaries that fail for 20 % within $within visitors, and most at 200, if the stable set fails for $stableRate',
  ({ stableRate, within }) => {
    const random = createRandom(11);
    const rolledBackAt = Array.from({ length: 300 }, () => {
      const sample = createNetworkDraw(300, random);
      const canary = createSet(1 - (1 - stableRate) * 0.8, sample, random);
      const other = createSet(stableRate, sample, random);
      for (let seen = 1; seen <= within; seen++) {
        canary.addVisit();
        other.addVisit();
        if (
          seen >= minVisitors &&
          analyzeCanary(canary.networkCounts(), other.networkCounts()).action === 'roll-back'
        )
          return seen;
      }
      return Infinity;
    });
    expect(rolledBackAt.filter(Number.isFinite).length).toBeGreaterThanOrEqual(rolledBackAt.length * 0.99);
    const atOnce = rolledBackAt.filter((at) => at <= minVisitors * 1.1);
    expect(atOnce.length).toBeGreaterThan(rolledBackAt.length / 2);
  },
);

it('rolls back no canary that the rule would keep without the cap on failures', () => {
  const random = createRandom(5);
  const sample = (max: number) => Math.floor(random() * max);
  const set = (maxFailures: number) =>
    Array.from({ length: 10 + sample(60) }, () => {
      const visitors = 1 + sample(30);
      return network(visitors, Math.min(visitors, sample(maxFailures)));
    });
  let rolledBack = 0;
  for (let run = 0; run < 3000; run++) {
    const [canary, other] = [set(10), set(2 + sample(8))];
    if (analyzeCanary(canary, other).action !== 'roll-back') continue;
    rolledBack++;
    expect(shouldRollBack([{ canary: allVisits(canary), stable: allVisits(other) }])).toBe(true);
  }
  expect(rolledBack).toBeGreaterThan(300);
});
