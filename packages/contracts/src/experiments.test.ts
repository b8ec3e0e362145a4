import {
  experimentSchema,
  findExperimentContradictions,
  isExpired,
  isRunning,
  runningExperiments,
  type Experiment,
} from './experiments.ts';

const experiment: Experiment = {
  name: 'pricing/checkout-in-dialog',
  owner: 'pricing',
  hypothesis: 'Visitors who pay without leaving the page pay more often.',
  arms: [
    { name: 'page', weight: 1, settings: { checkoutPresentation: 'page' } },
    { name: 'dialog', weight: 1, settings: { checkoutPresentation: 'dialog' } },
  ],
  share: 1,
  seenAt: '/final',
  purchaseWithinDays: 3,
  smallestEffect: 0.01,
  plannedVisitors: 12_000,
  start: '2026-12-01',
  end: '2027-01-01',
};

const armWith = (variants: Record<string, string>) => ({
  name: 'changed',
  weight: 1,
  settings: { variants },
});

it('accepts an experiment of the remote', () => {
  expect(experimentSchema.parse(experiment)).toEqual(experiment);
  expect(findExperimentContradictions('mfe-pricing', [experiment])).toEqual([]);
});

it.each([
  ['with one arm', { arms: experiment.arms.slice(0, 1) }],
  [
    'with an unknown setting',
    { arms: [{ name: 'a', weight: 1, settings: { color: 'red' } }, ...experiment.arms] },
  ],
  ['with an arm without weight', { arms: [{ name: 'a', weight: 0, settings: {} }, ...experiment.arms] }],
  ['for more than all visitors', { share: 1.1 }],
  ['without a hypothesis', { hypothesis: '' }],
  ['with an impossible day', { end: '2027-02-30' }],
  ['for nobody', { audience: { devices: [] } }],
  ['for an unknown device', { audience: { devices: ['watch'] } }],
  [
    'with an unknown plan',
    { arms: [{ name: 'a', weight: 1, settings: { firstPlan: 'plan9' } }, ...experiment.arms] },
  ],
])('rejects an experiment %s', (_, change) => {
  expect(experimentSchema.safeParse({ ...experiment, ...change }).success).toBe(false);
});

it.each([
  [
    'a doubled name',
    [experiment, experiment],
    'mfe-pricing has two experiments named pricing/checkout-in-dialog.',
  ],
  [
    'the prefix of another team',
    [{ ...experiment, name: 'quiz/shorter' }],
    'The experiment quiz/shorter must begin with pricing/.',
  ],
  [
    'a doubled arm',
    [{ ...experiment, arms: [...experiment.arms, ...experiment.arms.slice(0, 1)] }],
    'The experiment pricing/checkout-in-dialog has two arms named page.',
  ],
  [
    'a variant of another team',
    [{ ...experiment, arms: [armWith({ 'quiz/order': 'short' }), ...experiment.arms] }],
    'The variant quiz/order of the experiment pricing/checkout-in-dialog must begin with pricing/.',
  ],
  [
    'an end on the day of the start',
    [{ ...experiment, end: '2026-12-01' }],
    'The experiment pricing/checkout-in-dialog ends on 2026-12-01, which is not after its start on 2026-12-01.',
  ],
  [
    'an end before the start',
    [{ ...experiment, end: '2026-11-01' }],
    'The experiment pricing/checkout-in-dialog ends on 2026-11-01, which is not after its start on 2026-12-01.',
  ],
])('says what is wrong with %s', (_, experiments, message) => {
  expect(findExperimentContradictions('mfe-pricing', experiments)).toEqual([message]);
});

it('runs from the start of its first day until its end', () => {
  expect(isRunning(experiment, Date.parse('2026-11-30T23:59:59Z'))).toBe(false);
  expect(isRunning(experiment, Date.parse('2026-12-01T00:00:00Z'))).toBe(true);
  expect(isRunning(experiment, Date.parse('2027-01-01T00:00:00Z'))).toBe(false);
  expect(isExpired(experiment, Date.parse('2026-12-31T23:59:59Z'))).toBe(false);
  expect(isExpired(experiment, Date.parse('2027-01-01T00:00:00Z'))).toBe(true);
});

it('runs of two experiments on one setting the earlier one, until it ends', () => {
  const later: Experiment = { ...experiment, name: 'quiz/in-dialog', start: '2026-12-10', end: '2027-02-01' };
  const free: Experiment = {
    ...experiment,
    name: 'quiz/equal',
    arms: experiment.arms.map((arm) => ({ ...arm, settings: {} })),
  };
  const at = (day: string) =>
    runningExperiments([later, experiment, free], Date.parse(day)).map(({ name }) => name);
  expect(at('2026-12-20')).toEqual(['pricing/checkout-in-dialog', 'quiz/equal']);
  expect(at('2027-01-02')).toEqual(['quiz/in-dialog']);
  expect(runningExperiments([{ ...experiment, share: 0 }, later], Date.parse('2026-12-20'))).toEqual([later]);
});

it('two experiments clash in a variant only if both set the same one', () => {
  const setting = (name: string, variant: string): Experiment => ({
    ...experiment,
    name,
    arms: [{ name: 'as-it-is', weight: 1, settings: {} }, armWith({ [variant]: 'short' })],
  });
  const [heading, other, same] = [
    setting('pricing/a', 'pricing/heading'),
    setting('pricing/b', 'pricing/order'),
    setting('pricing/c', 'pricing/heading'),
  ];
  const running = runningExperiments([heading, other, same], Date.parse(experiment.start));
  expect(running.map(({ name }) => name)).toEqual(['pricing/a', 'pricing/b']);
});

it('chooses among experiments with 6,000 settings in little processor time, because every page needs it', () => {
  const nowMs = Date.parse('2026-12-15');
  const many = Array.from({ length: 20 }, (_, at) => ({
    ...experiment,
    name: `pricing/number-${at}`,
    arms: [
      armWith({}),
      armWith(Object.fromEntries(Array.from({ length: 300 }, (_, key) => [`pricing/${at}-${key}`, 'x']))),
    ],
  }));
  const before = process.cpuUsage();
  expect(runningExperiments(many, nowMs)).toHaveLength(20);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(200);
});
