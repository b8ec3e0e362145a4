import type { CanaryReport, SetAnalytics } from '@funnel/contracts/release-analytics';
import { renderToStaticMarkup } from 'react-dom/server';

import { CanaryReportTable } from './canary-report-table.tsx';

const proportion = (count: number, of: number) => ({ count, of, share: count / of, low: 0, high: 1 });
const analytics = (visitors: number): SetAnalytics => ({
  setId: 'a',
  visitors,
  failures: proportion(0, visitors),
  leads: proportion(visitors / 4, visitors),
  purchases: proportion(2, visitors),
  revenue: [{ currency: 'EUR', amountMinor: 3998 }],
  steps: [],
  largestPaintMs: null,
});
const report: CanaryReport = {
  since: Date.UTC(2026, 0, 15, 12),
  percent: 25,
  stable: analytics(900),
  canary: analytics(300),
  comparison: {
    differences: [
      { guardrail: 'leads', interval: { low: -0.02, high: 0.01 }, judgment: 'unclear', harmLimit: 0.03 },
    ],
    assignment: { asked: 0.25, actual: 0.25, p: 1, isSkewed: false },
    advice: 'increase',
    visitorsMissing: null,
  },
};

it('shows what the advice was, and both sets with their difference', () => {
  const text = renderToStaticMarkup(<CanaryReportTable report={report} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toContain('Increase the canary traffic. At the end it got 25 % of new visitors.');
  expect(text).toContain('Visitors Stable 900 Canary 300');
  expect(text).toMatch(/Stable 225 \(25\.0 %\) Canary 75 \(25\.0 %\) Difference .*-2\.0 to \+1\.0 points/);
});

it('does not blame a canary that got more visitors than it should', () => {
  const assignment = { asked: 0.25, actual: 0.31, p: 0.0001, isSkewed: true };
  const comparison = { ...report.comparison, assignment, advice: 'check-assignment' } as const;
  const markup = renderToStaticMarkup(<CanaryReportTable report={{ ...report, comparison }} />);
  expect(markup).toContain('Find out why the stable set gets too few visitors. At the end it got 25 %');
});
