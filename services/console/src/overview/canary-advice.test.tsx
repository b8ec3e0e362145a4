import type { CanaryComparison } from '@funnel/contracts/release-analytics';
import { renderToStaticMarkup } from 'react-dom/server';

import { CanaryAdvice, describeDifference } from './canary-advice.tsx';

const hourMs = 3_600_000;
const startedAt = Date.now() - 2 * hourMs;
const canary = {
  setId: 'a',
  visitors: 400,
  failures: { count: 2, of: 400, share: 0.005, low: 0, high: 0.02 },
  leads: { count: 80, of: 400, share: 0.2, low: 0.16, high: 0.24 },
  purchases: { count: 8, of: 400, share: 0.02, low: 0.01, high: 0.04 },
  revenue: [],
  steps: [],
  largestPaintMs: null,
};
const stable = { ...canary, setId: 'b', visitors: 3600 };
const comparison: CanaryComparison = {
  differences: [
    {
      guardrail: 'failures',
      interval: { low: -0.004, high: 0.008 },
      judgment: 'unclear',
      harmLimit: 0.01,
    },
    { guardrail: 'leads', interval: { low: -0.09, high: -0.01 }, judgment: 'worse', harmLimit: 0.03 },
  ],
  assignment: { asked: 0.1, actual: 0.083, p: 0.0001, isSkewed: true },
  advice: 'wait',
  visitorsMissing: 1_000,
};

it.each([
  [
    'increase',
    'Increase the canary traffic',
    'Ruled out: failures 1.0\u00a0points higher, leads 3.0\u00a0points lower.',
  ],
  [
    'wait',
    'Wait',
    'About 1,000 more visitors of the canary are needed to rule out harm, at the present percentage about 6 hours.',
  ],
  ['roll-back', 'Roll back the canary', 'Worse than the stable set: Leads.'],
  [
    'check-assignment',
    'Stop the canary and find out who is missing',
    'It got 8.3\u00a0% of the visitors instead of 10.0\u00a0%, which is not chance.',
  ],
] as const)('says why %s', (advice, title, reason) => {
  const html = renderToStaticMarkup(
    <CanaryAdvice stable={stable} canary={canary} comparison={{ ...comparison, advice }} since={startedAt} />,
  );
  expect(html).toContain(title);
  expect(html).toContain(reason);
});

it('looks for the fault in the stable set if the canary gets more visitors than it should', () => {
  const html = renderToStaticMarkup(
    <CanaryAdvice
      stable={stable}
      canary={canary}
      comparison={{
        ...comparison,
        advice: 'check-assignment',
        assignment: { asked: 0.1, actual: 0.13, p: 0.0001, isSkewed: true },
      }}
      since={startedAt}
    />,
  );
  expect(html).toContain('Find out why the stable set gets too few visitors');
  expect(html).toContain(
    'The canary got 13.0\u00a0% of the visitors instead of 10.0\u00a0%, which is not chance. The pages of the stable set may fail before they report anything. Neither stop nor promote the canary before you know.',
  );
  expect(html).not.toContain('Stop the canary');
});

it('gives the time at the present percentage, although fewer visitors came at an earlier one', () => {
  // In four days 8,000 visitors came, of whom the canary got 5 %. Of the same 2,000 a day it gets 1,000 at 50 %.
  const fourDaysMs = 4 * 24 * hourMs;
  const html = renderToStaticMarkup(
    <CanaryAdvice
      stable={{ ...stable, visitors: 7600 }}
      canary={canary}
      comparison={{
        ...comparison,
        assignment: { ...comparison.assignment, asked: 0.5 },
        visitorsMissing: 2_990,
      }}
      since={Date.now() - fourDaysMs}
    />,
  );
  expect(html).toContain('at the present percentage about 3 days.');
});

it('announces that the sets cannot be compared, but not each new share', () => {
  const alertAt = (actual: number) =>
    /<(\w+)(?= [^>]*role="alert")[^>]*>.*?<\/\1>/.exec(
      renderToStaticMarkup(
        <CanaryAdvice
          stable={stable}
          canary={canary}
          comparison={{
            ...comparison,
            advice: 'check-assignment',
            assignment: { ...comparison.assignment, actual },
          }}
          since={startedAt}
        />,
      ),
    )?.[0];
  expect(alertAt(0.083)).toContain('Stop the canary and find out who is missing');
  expect(alertAt(0.084)).toBe(alertAt(0.083));
});

it('counts one missing visitor as one', () => {
  const html = renderToStaticMarkup(
    <CanaryAdvice
      stable={stable}
      canary={canary}
      comparison={{ ...comparison, visitorsMissing: 1 }}
      since={startedAt}
    />,
  );
  expect(html).toContain('About 1 more visitor of the canary is needed to rule out harm, ');
});

it('gives no time while the canary looks worse', () => {
  const html = renderToStaticMarkup(
    <CanaryAdvice
      stable={stable}
      canary={canary}
      comparison={{ ...comparison, visitorsMissing: null }}
      since={startedAt}
    />,
  );
  expect(html).toContain('No time can be estimated until its rates are closer.');
});

it('describes a difference in points', () => {
  const [failures, leads] = comparison.differences;
  expect(failures && describeDifference(failures)).toBe('No difference shown: -0.4 to +0.8\u00a0points');
  expect(leads && describeDifference(leads)).toBe('Canary worse: difference -9.0 to -1.0\u00a0points');
});
