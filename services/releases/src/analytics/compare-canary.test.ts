import { createRandom } from '../auto-rollback/random.testkit.ts';
import { compareCanary, type GuardrailCounts } from './compare-canary.ts';

jest.setTimeout(120_000);

const counts = (visitors: number, failures: number, leads: number, purchases: number): GuardrailCounts => ({
  visitors,
  failures,
  leads,
  purchases,
});
const stable = counts(9_000, 45, 1_800, 180);
const asAsked = { stable: 9_000, canary: 1_000 };

const rates = { failures: 0.005, leads: 0.2, purchases: 0.02 } as const;

/** Visitors who behave the same on both sets, or with other rates on the canary. */
function createVisitors(
  random: () => number,
  share: number,
  ofCanary: Record<keyof typeof rates, number> = rates,
  ofStable: Record<keyof typeof rates, number> = rates,
) {
  const stable = { visitors: 0, failures: 0, leads: 0, purchases: 0 };
  const canary = { ...stable };
  return {
    counts: { stable, canary },
    come(visitors: number) {
      for (let index = 0; index < visitors; index++) {
        const isCanary = random() < share;
        const [set, chance] = isCanary ? [canary, ofCanary] : [stable, ofStable];
        set.visitors++;
        if (random() < chance.failures) set.failures++;
        if (random() < chance.leads) set.leads++;
        if (random() < chance.purchases) set.purchases++;
      }
    },
    compare: (asked = share) =>
      compareCanary([{ stable, canary }], { stable: stable.visitors, canary: canary.visitors }, asked),
  };
}

it('calls a canary that equals the stable set worse at any of 100 looks in at most 5 of 100 cases', () => {
  const random = createRandom(20261122);
  const canaries = 4_000;
  let worse = 0;
  let skewed = 0;
  for (let canary = 0; canary < canaries; canary++) {
    const visitors = createVisitors(random, canary % 2 === 0 ? 0.1 : 0.5);
    const looks = Array.from({ length: 100 }, () => {
      visitors.come(50);
      return visitors.compare();
    });
    if (looks.some(({ differences }) => differences.some(({ judgment }) => judgment === 'worse'))) worse++;
    if (looks.some(({ assignment }) => assignment.isSkewed)) skewed++;
  }
  console.log(`${worse} of ${canaries} equal canaries called worse, ${skewed} assignments called skewed`);
  expect(worse / canaries).toBeLessThanOrEqual(0.05);
  expect(skewed / canaries).toBeLessThanOrEqual(0.01);
});

it.each([
  [0.1, 0.11, 40_000],
  [0.5, 0.49, 120_000],
])('notices that a canary of %d got %d of the visitors', (asked, actual, visitors) => {
  const random = createRandom(7);
  for (let run = 0; run < 20; run++) {
    const arms = createVisitors(random, actual);
    arms.come(visitors);
    const { assignment, advice } = arms.compare(asked);
    expect(assignment.isSkewed).toBe(true);
    expect(assignment.p).toBeLessThan(0.001);
    expect(advice).toBe('check-assignment');
  }
});

it.each(['failures', 'leads', 'purchases'] as const)(
  'advises a rollback for fewer or more %s',
  (guardrail) => {
    const worse = { failures: 0.05, leads: 0.1, purchases: 0.002 }[guardrail];
    const visitors = createVisitors(createRandom(11), 0.5, { ...rates, [guardrail]: worse });
    visitors.come(10_000);
    const { advice, differences } = visitors.compare();
    expect(advice).toBe('roll-back');
    expect(differences.filter(({ judgment }) => judgment === 'worse')).toMatchObject([{ guardrail }]);
  },
);

it('tells a better canary from a worse one', () => {
  const better = compareCanary([{ stable, canary: counts(1_000, 5, 300, 20) }], asAsked, 0.1);
  expect(better.differences[1]).toMatchObject({ guardrail: 'leads', judgment: 'better' });
  // Computed with Python: a third of 5 % for each guardrail, and one visitor more with and without a lead in both sets.
  const { low = 0, high = 0 } = better.differences[1]?.interval ?? {};
  expect(low).toBeCloseTo(0.04849, 5);
  expect(high).toBeCloseTo(0.152175, 5);
  expect(better.advice).not.toBe('roll-back');
});

it('waits for 200 visitors, and says how many are missing', () => {
  expect(
    compareCanary([{ stable, canary: counts(120, 0, 0, 0) }], { stable: 1_080, canary: 120 }, 0.1),
  ).toMatchObject({
    differences: [
      { guardrail: 'failures', interval: null, judgment: 'unclear' },
      { guardrail: 'leads', interval: null, judgment: 'unclear' },
      { guardrail: 'purchases', interval: null, judgment: 'unclear' },
    ],
    advice: 'wait',
    visitorsMissing: 80,
  });
});

it('waits until harm is ruled out, and not much longer than it said', () => {
  const equal = (visitors: number) =>
    compareCanary(
      [
        {
          stable: counts(visitors * 9, visitors * 0.045, visitors * 1.8, visitors * 0.18),
          canary: counts(visitors, visitors * 0.005, visitors * 0.2, visitors * 0.02),
        },
      ],
      { stable: visitors * 9, canary: visitors },
      0.1,
    );
  const { advice, visitorsMissing } = equal(1_000);
  expect(advice).toBe('wait');
  expect(visitorsMissing).toBeGreaterThan(500);
  expect(equal(2 * (1_000 + (visitorsMissing ?? 0)))).toMatchObject({
    advice: 'increase',
    visitorsMissing: 0,
  });
});

it('estimates no time while the canary looks worse than what is tolerated, but not clearly', () => {
  const few = compareCanary(
    [{ stable: counts(2_000, 10, 400, 40), canary: counts(220, 1, 35, 4) }],
    { stable: 1_980, canary: 220 },
    0.1,
  );
  expect(few).toMatchObject({ advice: 'wait', visitorsMissing: null });
});

it('compares no rates of an assignment without visitors', () => {
  expect(
    compareCanary(
      [{ stable: counts(0, 0, 0, 0), canary: counts(0, 0, 0, 0) }],
      { stable: 0, canary: 0 },
      0.1,
    ),
  ).toMatchObject({
    assignment: { asked: 0.1, actual: null, p: 1, isSkewed: false },
    advice: 'wait',
  });
});

// The missing visitors of the stable set, times the canary's visitors for each of them.
it.each([
  [0.9, 100, 900, 900],
  [0.9, 30, 270, 1_530],
  [0.5, 190, 210, 12],
  [0.5, 199, 201, 2],
  [0.99, 2, 198, 19_602],
])(
  'at a share of %d waits until the stable set, of %d visitors so far, has enough to compare with the %d of the canary',
  (share, ofStable, ofCanary, missing) => {
    const few = { stable: ofStable, canary: ofCanary };
    expect(
      compareCanary([{ stable: counts(ofStable, 0, 0, 0), canary: counts(ofCanary, 0, 0, 0) }], few, share),
    ).toMatchObject({ advice: 'wait', visitorsMissing: missing });
  },
);

it('expects the share that was asked for while a set has no visitors yet', () => {
  const nobody = counts(0, 0, 0, 0);
  const missing = (stable: GuardrailCounts, canary: GuardrailCounts, share: number) =>
    compareCanary([{ stable, canary }], { stable: stable.visitors, canary: canary.visitors }, share)
      .visitorsMissing;
  expect(missing(nobody, nobody, 0.1)).toBe(200);
  expect(missing(nobody, nobody, 0.9)).toBe(1_800);
  expect(missing(nobody, counts(9, 0, 0, 0), 0.9)).toBe(1_800);
});

// Computed with Python from the same paper, for the guardrail that needs the most visitors.
it.each([
  ['that bought less often', counts(1_000, 5, 200, 20), 1_678],
  ['that failed and left more often', counts(1_000, 8, 195, 20), 2_166],
  ['that is nearly too bad', counts(1_000, 5, 185, 18), 7_227],
])('says how many visitors a canary %s still needs', (_, canary, missing) => {
  expect(compareCanary([{ stable, canary }], asAsked, 0.1)).toMatchObject({
    advice: 'wait',
    visitorsMissing: missing,
  });
});

it('compares as soon as both sets have 200 visitors', () => {
  const few = counts(200, 1, 40, 4);
  const many = counts(2_000, 10, 400, 40);
  const ofFew = compareCanary([{ stable: many, canary: few }], { stable: 1_800, canary: 200 }, 0.1);
  const ofMany = compareCanary([{ stable: few, canary: many }], { stable: 200, canary: 1_800 }, 0.9);
  for (const { differences } of [ofFew, ofMany])
    expect(differences.map(({ interval }) => interval)).not.toContain(null);
  expect(ofFew.visitorsMissing).toBe(3_755);
});

it('names no number of missing visitors if the canary should be rolled back, or its visitors are missing', () => {
  const worse = counts(1_000, 60, 200, 20);
  const rolledBack = compareCanary([{ stable, canary: worse }], asAsked, 0.1);
  expect(rolledBack).toMatchObject({ advice: 'roll-back', visitorsMissing: null });
  const skewed = { stable: 9_000, canary: 100 };
  expect(compareCanary([{ stable, canary: counts(1_000, 5, 200, 20) }], skewed, 0.1)).toMatchObject({
    assignment: { asked: 0.1, actual: 100 / 9_100 },
    advice: 'check-assignment',
    visitorsMissing: null,
  });
});

it('does not call a canary worse if its visitors are missing, because those who are left may be others', () => {
  const skewed = { stable: 9_000, canary: 100 };
  expect(compareCanary([{ stable, canary: counts(1_000, 60, 100, 5) }], skewed, 0.1).advice).toBe(
    'check-assignment',
  );
});

describe('a canary whose share was increased from 10 % to 50 %', () => {
  const assigned = { stable: 1_000, canary: 1_000 };

  it('is not called worse because of a night on which fewer visitors of both sets leave their email', () => {
    const { differences, advice } = compareCanary(
      [
        { stable: counts(9_000, 45, 2_700, 180), canary: counts(1_000, 5, 300, 20) },
        { stable: counts(1_000, 5, 150, 20), canary: counts(1_000, 5, 150, 20) },
      ],
      assigned,
      0.5,
    );
    expect(differences.map(({ judgment }) => judgment)).toEqual(['unclear', 'unclear', 'unclear']);
    expect(advice).toBe('wait');
  });

  it('is called worse if it is worse before and after, although its sum is better', () => {
    const { differences, advice } = compareCanary(
      [
        { stable: counts(9_000, 45, 900, 180), canary: counts(1_000, 5, 80, 20) },
        { stable: counts(3_000, 15, 900, 60), canary: counts(3_000, 15, 720, 60) },
      ],
      assigned,
      0.5,
    );
    expect(differences[1]).toMatchObject({ guardrail: 'leads', judgment: 'worse' });
    expect(advice).toBe('roll-back');
  });

  it('is not compared while hardly any visitors of both sets came at the same share', () => {
    const { differences, advice, visitorsMissing } = compareCanary(
      [
        { stable: counts(1_980, 0, 198, 0), canary: counts(20, 0, 0, 0) },
        { stable: counts(2, 0, 0, 0), canary: counts(180, 0, 18, 0) },
      ],
      { stable: 2, canary: 180 },
      0.99,
    );
    expect(differences.map(({ judgment }) => judgment)).toEqual(['unclear', 'unclear', 'unclear']);
    expect(advice).toBe('wait');
    // The weights so far are 19.8 and 1.978 of 100. With 90 visitors for each of the stable set, 91 of the canary add 1.
    expect(visitorsMissing).toBe(7_119);
  });

  it('expects as many visitors of the stable set as come at the later share', () => {
    const { visitorsMissing } = compareCanary(
      [
        { stable: counts(90, 0, 18, 0), canary: counts(10, 0, 2, 0) },
        { stable: counts(10, 0, 2, 0), canary: counts(90, 0, 18, 0) },
      ],
      { stable: 10, canary: 90 },
      0.9,
    );
    expect(visitorsMissing).toBe(900);
  });

  it.each([
    [0.1, 0.5],
    [0.01, 0.9],
    [0.01, 0.99],
  ])(
    'is called worse at any of 100 looks in at most 5 of 100 cases, if it equals the stable set: %d, then %d',
    (first, later) => {
      const random = createRandom(20261128);
      const canaries = 1_000;
      let worse = 0;
      for (let canary = 0; canary < canaries; canary++) {
        const day = createVisitors(random, first);
        const night = createVisitors(random, later, { ...rates, leads: 0.1 }, { ...rates, leads: 0.1 });
        const looks = Array.from({ length: 100 }, (_, look) => {
          (look < 50 ? day : night).come(50);
          return compareCanary([day.counts, night.counts], assigned, 0.5);
        });
        if (looks.some(({ differences }) => differences.some(({ judgment }) => judgment === 'worse')))
          worse++;
      }
      expect(worse / canaries).toBeLessThanOrEqual(0.05);
    },
  );
});
