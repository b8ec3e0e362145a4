import type { SetAnalytics } from '@funnel/contracts/release-analytics';
import { renderToStaticMarkup } from 'react-dom/server';

import { FunnelBars } from './funnel-bars.tsx';
import { funnelOf } from './funnel.ts';

const rate = { count: 0, of: 0, share: 0, low: 0, high: 1 };
const stable: SetAnalytics = {
  setId: 'set',
  visitors: 100,
  failures: rate,
  leads: rate,
  purchases: rate,
  revenue: [],
  steps: [
    { path: '/a', visitors: 100, reached: { ...rate, count: 100, of: 100, share: 1 } },
    { path: '/b', visitors: 40, reached: { ...rate, count: 30, of: 100, share: 0.3 } },
  ],
  largestPaintMs: null,
};

it('shows who left a screen, and nobody as having left the last one', () => {
  const screens = funnelOf({ since: 0, asOf: 0, stable, canary: null, comparison: null, titles: {} });
  const widths = screens.map((screen) => {
    const markup = renderToStaticMarkup(<FunnelBars screen={screen} most={{ stable: 100, canary: 0 }} />);
    return [...markup.matchAll(/<rect [^>]*width="([^"]+)"/g)].map(([, width]) => width);
  });
  // The part that went on is drawn over all visitors.
  expect(widths).toEqual([
    ['100%', '30%'],
    ['40%', '40%'],
  ]);
});
