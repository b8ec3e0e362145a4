import type { Experiment } from '@funnel/contracts/experiments';

import { en } from './src/content/en.ts';

const experiments: readonly Experiment[] = [
  {
    name: 'pricing/checkout-in-dialog',
    owner: 'pricing',
    hypothesis: 'Visitors who pay in a dialog, without leaving the offer, pay more often.',
    arms: [
      { name: 'page', weight: 1, settings: { checkoutPresentation: 'page' } },
      { name: 'dialog', weight: 1, settings: { checkoutPresentation: 'dialog' } },
    ],
    // Off: the owner turns it on, with a share, planned visitors and days of its own.
    share: 0,
    seenAt: '/final',
    purchaseWithinDays: 3,
    smallestEffect: 0.01,
    plannedVisitors: 12_000,
    start: '2027-01-01',
    end: '2027-03-01',
  },
];

export default {
  name: 'mfe-pricing',
  module: './src/pricing.remote.tsx',
  paths: ['/final'],
  widgets: [],
  screens: ['/final'],
  firstScreens: [],
  titles: { '/final': en.title },
  experiments,
};
