import { renderToStaticMarkup } from 'react-dom/server';

import { TimelinePanel } from './timeline-panel.tsx';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 15, 12);
const quiet = { purchases: 0, failures: 0, deadLetters: 0, deployments: 0 };
const hours = [
  { ...quiet, at: start, purchases: 5 },
  { ...quiet, at: start + hourMs, purchases: 2, failures: 40, deployments: 1 },
  { ...quiet, at: start + 2 * hourMs },
];
const draw = (shown: typeof hours) =>
  renderToStaticMarkup(<TimelinePanel asOf={start + 2 * hourMs} hours={shown} />);

// One visitor with failures in two hours counts in each, so a sum would differ from the visitors of the overview.
it('states how often each happened in the whole time, except visitors, who count in each hour', () => {
  const rows = draw(hours).matchAll(/<dt>(.*?)<\/dt>(?:<dd[^>]*>(\d*)<\/dd>)?/g);
  expect([...rows].map(([, name, sum]) => [name, sum])).toEqual([
    ['Purchases', '7'],
    ['Visitors with a failure', undefined],
    ['Dead letters', '0'],
    ['Deployments', '1'],
  ]);
});

it('marks the hour of a deployment in every row', () => {
  expect(draw(hours).match(/<rect x="1" width="1"/g)).toHaveLength(4);
  expect(draw(hours)).not.toContain('<rect x="0" width="1"');
});

it('draws a single one beside many', () => {
  const markup = draw([
    { ...quiet, at: start, purchases: 1 },
    { ...quiet, at: start + hourMs, purchases: 1000 },
  ]);
  expect(markup).toMatch(/<rect x="0.15"[^>]* height="2"/);
});

it('says so if nothing happened', () => {
  const text = draw([{ ...quiet, at: start }]);
  expect(text).toContain('No purchase, failure, dead letter or deployment in the last two days.');
  expect(text).not.toContain('<svg viewBox="0 0 1 40"');
});
