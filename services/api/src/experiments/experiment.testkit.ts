import type { Experiment } from '@funnel/contracts/experiments';

/** An experiment that runs at every time of the tests. */
export const anExperiment: Experiment = {
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
  start: '2020-01-01',
  end: '2100-01-01',
};
