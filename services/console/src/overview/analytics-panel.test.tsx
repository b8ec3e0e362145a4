import type { SetAnalytics } from '@funnel/contracts/release-analytics';
import { renderToStaticMarkup } from 'react-dom/server';

import { AnalyticsPanel } from './analytics-panel.tsx';

const none = { count: 0, of: 0, share: 0, low: 0, high: 0 };
const noVisitors: SetAnalytics = {
  setId: 'set1',
  visitors: 0,
  failures: none,
  leads: none,
  purchases: none,
  revenue: [],
  steps: [],
  largestPaintMs: null,
};

const textOf = (stable: SetAnalytics | null) =>
  renderToStaticMarkup(
    <AnalyticsPanel analytics={{ since: 0, asOf: 0, stable, canary: null, comparison: null, titles: {} }} />,
  ).replace(/<[^>]+>/g, ' ');

it('says since when visitors are counted, unless nothing is live', () => {
  expect(textOf(noVisitors)).toContain('Counting started');
  expect(textOf(null)).toContain('No visitors yet.');
  expect(textOf(null)).not.toContain('Counting started');
});
