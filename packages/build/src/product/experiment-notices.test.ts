import type { Experiment } from '@funnel/contracts/experiments';

import { describeExperiments } from './experiment-notices.ts';

const experiment: Experiment = {
  name: 'pricing/checkout-in-dialog',
  owner: 'pricing',
  hypothesis: 'Visitors who pay in a dialog pay more often.',
  arms: [
    { name: 'page', weight: 1, settings: {} },
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

const noticesOf = (experiments: readonly unknown[], time: string) =>
  describeExperiments([{ remote: 'mfe-pricing', experiments }], Date.parse(time));

it('names an experiment from its end on with the day when its last visitors count, and none before', () => {
  const at = (time: string) => noticesOf([experiment], time);
  expect(at('2026-12-31T23:59:59Z')).toEqual([]);
  expect(at('2027-01-01T00:00:00Z')).toEqual([
    'The experiment pricing/checkout-in-dialog ended on 2027-01-01 and is off. The last of its visitors count from 2027-01-04 on: its owner (pricing) may decide about it then, and delete it.',
  ]);
});

const equalArms = experiment.arms.map((arm) => ({ ...arm, settings: {} }));

it.each([
  ['at the same time', {}, true],
  ['one after the other', { start: '2027-01-01', end: '2027-02-01' }, false],
  ['one of which is off', { share: 0 }, false],
  ['that replace different settings', { arms: equalArms }, false],
])('names two experiments on one setting only if they clash: %s', (_, change, isNamed) => {
  const other: Experiment = { ...experiment, name: 'pricing/drawer', ...change };
  expect(noticesOf([experiment, other], '2026-12-05')).toEqual(
    isNamed
      ? [
          'The experiments pricing/checkout-in-dialog and pricing/drawer both replace checkoutPresentation. The one that starts later is off until the other ends.',
        ]
      : [],
  );
});

it.each([
  [
    'is malformed',
    [{ ...experiment, share: 2, arms: undefined }],
    'The experiment pricing/checkout-in-dialog of mfe-pricing is malformed in arms, share.',
  ],
  ['is no experiment', [null], 'The experiment undefined of mfe-pricing is malformed in its type.'],
  [
    'is doubled',
    [experiment, { ...experiment, arms: equalArms }],
    'mfe-pricing has two experiments named pricing/checkout-in-dialog.',
  ],
])('says that an experiment %s, and that its remote cannot be published', (_, experiments, notice) => {
  expect(noticesOf(experiments, '2026-12-05')).toEqual([
    `${notice} A version of the remote with it cannot be published.`,
  ]);
});
