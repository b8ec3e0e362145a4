import { judgeExperiment, type ArmCounts } from './judge-experiment.ts';
import { planDays, planVisitors } from './plan-visitors.ts';

/** Uniform numbers from 0 to 1 that are the same in every run. Source: mulberry32, public domain. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const arm = (name: string, counts: Partial<ArmCounts>): ArmCounts => ({
  name,
  weight: 1,
  visitors: 0,
  exposed: 0,
  purchases: 0,
  buyers: 0,
  failures: 0,
  loads: 0,
  slowLoads: 0,
  refunds: 0,
  disputes: 0,
  ...counts,
});

interface Simulation {
  readonly rates: readonly number[];
  readonly visitorsPerArm: number;
  readonly looks: number;
  readonly planned: number;
}

/** Whether a simulated experiment calls the second arm better at any of its looks, or any arm different. */
function simulate(random: () => number, { rates, visitorsPerArm, looks, planned }: Simulation) {
  const purchases = rates.map(() => 0);
  let [isAnyFound, isSecondBetter] = [false, false];
  for (let look = 1; look <= looks && !(isAnyFound && isSecondBetter); look++) {
    const perLook =
      Math.round((visitorsPerArm * look) / looks) - Math.round((visitorsPerArm * (look - 1)) / looks);
    rates.forEach((rate, index) => {
      let bought = 0;
      for (let visitor = 0; visitor < perLook; visitor++) if (random() < rate) bought++;
      purchases[index] = (purchases[index] ?? 0) + bought;
    });
    const visitors = Math.round((visitorsPerArm * look) / looks);
    const arms = purchases.map((count, index) =>
      arm(`arm-${index}`, { visitors, exposed: visitors, purchases: count }),
    );
    const judgment = judgeExperiment(arms, planned);
    if (judgment.status === 'skewed') throw new Error('equal arms were called skewed');
    isAnyFound ||= judgment.comparisons.some(({ outcome }) => outcome !== 'unclear');
    isSecondBetter ||= judgment.comparisons[0]?.outcome === 'more';
  }
  return { isAnyFound, isSecondBetter };
}

function countFound(seed: number, experiments: number, simulation: Simulation) {
  const random = randomNumbers(seed);
  const results = Array.from({ length: experiments }, () => simulate(random, simulation));
  return {
    any: results.filter(({ isAnyFound }) => isAnyFound).length,
    second: results.filter(({ isSecondBetter }) => isSecondBetter).length,
  };
}

describe('experiments without an effect, looked at 100 times each', () => {
  it.each([
    [4_000, 'two', 2, 2_000],
    [4_000, 'three', 3, 1_000],
  ])(
    '%d with %s arms give a verdict in at most 5 of 100',
    (experiments, _, arms, visitorsPerArm) => {
      const found = countFound(arms, experiments, {
        rates: Array.from({ length: arms }, () => 0.1),
        visitorsPerArm,
        looks: 100,
        planned: visitorsPerArm * arms,
      });
      expect(found.any).toBeLessThanOrEqual(experiments / 20);
    },
    60_000,
  );
});

describe('the planned visitors', () => {
  it.each([
    ['two', 2],
    ['three', 3],
  ])(
    'of %s arms find the planned effect in at least 80 of 100',
    (_, arms) => {
      const planned = planVisitors({ rate: 0.1, smallestEffect: 0.03, arms });
      const rates = [0.1, 0.13, ...Array.from({ length: arms - 2 }, () => 0.1)];
      const simulation = { rates, visitorsPerArm: planned / arms, looks: 100, planned };
      expect(countFound(arms, 1_000, simulation).second).toBeGreaterThanOrEqual(800);
    },
    60_000,
  );

  it.each([
    ['two', 2],
    ['three', 3],
  ])(
    'of %s arms find the planned effect as often if somebody looks only at the end',
    (_, arms) => {
      const planned = planVisitors({ rate: 0.1, smallestEffect: 0.03, arms });
      const rates = [0.1, 0.13, ...Array.from({ length: arms - 2 }, () => 0.1)];
      const simulation = { rates, visitorsPerArm: planned / arms, looks: 1, planned };
      // 80 of 100, less three standard errors of 4,000 experiments.
      expect(countFound(arms, 4_000, simulation).second).toBeGreaterThanOrEqual(0.781 * 4_000);
    },
    60_000,
  );

  it('come in the days that the traffic and the share allow', () => {
    expect(planDays(12_000, 1_000, 0.5)).toBe(24);
    expect(planDays(12_001, 1_000, 1)).toBe(13);
  });
});

describe('an assignment', () => {
  it('that differs by one percentage point is called skewed before a verdict', () => {
    const visitors = 60_000;
    const first = arm('page', { visitors, exposed: visitors * 1.02, purchases: 6_000 });
    const second = arm('dialog', { visitors, exposed: visitors * 0.98, purchases: 7_000 });
    expect(judgeExperiment([first, second], 100_000)).toMatchObject({ status: 'skewed' });
  });

  /** What 100 looks at two arms of equal weights and sales say first, if this share of the visitors gets the second. */
  function firstFinding(random: () => number, share: number, planned: number) {
    const [first, second] = [
      { exposed: 0, purchases: 0 },
      { exposed: 0, purchases: 0 },
    ];
    for (let look = 1; look <= 100; look++) {
      for (let visitor = 0; visitor < planned / 100; visitor++) {
        const seen = random() < share ? second : first;
        seen.exposed++;
        if (random() < 0.1) seen.purchases++;
      }
      const arms = [first, second].map((counts, index) =>
        arm(`arm-${index}`, { ...counts, visitors: counts.exposed }),
      );
      const judgment = judgeExperiment(arms, planned);
      if (judgment.status === 'skewed') return 'skew';
      if (judgment.comparisons.some(({ outcome }) => outcome !== 'unclear')) return 'verdict';
    }
    return 'nothing';
  }
  const findings = (experiments: number, share: number, planned: number) => {
    const random = randomNumbers(experiments);
    const found = Array.from({ length: experiments }, () => firstFinding(random, share, planned));
    return (finding: string) => found.filter((one) => one === finding).length / experiments;
  };

  it('that differs by one percentage point is flagged within the planned visitors, before a verdict', () => {
    const shareOf = findings(100, 0.51, 100_000);
    expect(shareOf('skew')).toBeGreaterThanOrEqual(0.95);
    expect(shareOf('verdict')).toBeLessThanOrEqual(0.05);
  }, 60_000);

  it('by the weights is flagged in at most 1 of 100 experiments', () => {
    expect(findings(400, 0.5, 5_000)('skew')).toBeLessThanOrEqual(0.01);
  }, 60_000);

  it('by other weights than equal ones is compared by its weights', () => {
    const first = arm('page', { weight: 3, visitors: 30_000, exposed: 30_000, purchases: 3_000 });
    const second = arm('dialog', { weight: 1, visitors: 10_000, exposed: 10_000, purchases: 1_000 });
    expect(judgeExperiment([first, second], 40_000).status).toBe('compared');
  });
});

describe('a verdict', () => {
  const counts = { visitors: 6_000, exposed: 6_000 };

  it('says by how much an arm sells more', () => {
    const judgment = judgeExperiment(
      [arm('page', { ...counts, purchases: 600 }), arm('dialog', { ...counts, purchases: 780 })],
      12_000,
    );
    expect(judgment).toMatchObject({ comparisons: [{ arm: 'dialog', outcome: 'more', worse: [] }] });
  });

  it.each(['failures', 'slowLoads', 'refunds', 'disputes'] as const)(
    'holds back an arm with planted %s',
    (guardrail) => {
      const judgment = judgeExperiment(
        [
          arm('page', { ...counts, purchases: 600, buyers: 600, loads: 600, [guardrail]: 12 }),
          arm('dialog', { ...counts, purchases: 780, buyers: 780, loads: 780, [guardrail]: 160 }),
        ],
        12_000,
      );
      expect(judgment).toMatchObject({ comparisons: [{ outcome: 'held-back', worse: [guardrail] }] });
    },
  );

  it.each([
    ['refunds', 'buyers'],
    ['disputes', 'buyers'],
    ['slowLoads', 'loads'],
  ] as const)(
    'does not hold back an arm that has more %s because it has more %s',
    (guardrail, population) => {
      const judgment = judgeExperiment(
        [
          arm('page', { ...counts, purchases: 600, [population]: 600, [guardrail]: 60 }),
          arm('dialog', { ...counts, purchases: 3_000, [population]: 3_000, [guardrail]: 300 }),
        ],
        12_000,
      );
      expect(judgment).toMatchObject({ comparisons: [{ outcome: 'more', worse: [] }] });
    },
  );

  it('of one arm of three needs a larger difference than of one of two, because each arm may err', () => {
    const [control, better] = [
      arm('page', { ...counts, purchases: 600 }),
      arm('dialog', { ...counts, purchases: 700 }),
    ];
    const widthIn = (arms: readonly ArmCounts[]) => {
      const judgment = judgeExperiment(arms, 6_000 * arms.length);
      const [first] = judgment.status === 'compared' ? judgment.comparisons : [];
      return first ? first.difference.high - first.difference.low : 0;
    };
    const widthOfTwo = widthIn([control, better]);
    expect(widthOfTwo).toBeGreaterThan(0);
    expect(widthIn([control, better, arm('sheet', { ...counts, purchases: 600 })])).toBeGreaterThan(
      widthOfTwo,
    );
  });

  it('says nothing without visitors', () => {
    expect(judgeExperiment([arm('page', {}), arm('dialog', {})], 12_000)).toMatchObject({
      comparisons: [{ outcome: 'unclear' }],
    });
  });
});
