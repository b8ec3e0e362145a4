import type { Proportion } from '@funnel/contracts/release-analytics';

import { compare, domainOf } from './comparison.ts';

const between = (low: number, high: number, of = 100): Proportion => ({
  count: 0,
  of,
  share: (low + high) / 2,
  low,
  high,
});

it.each([
  ['high rates, from the next lower 5 %', [0.88, 0.97], [0.85, 1]],
  ['low rates, from zero to the next 1 %', [0.002, 0.011], [0, 0.02]],
  ['wide intervals, from zero', [0.2, 0.61], [0, 0.65]],
])('shows %s', (_, [low = 0, high = 0], domain) => {
  expect(domainOf(compare('x', between(low, high), null))).toEqual(domain);
});

it('shows a scale that contains the intervals of both sets', () => {
  expect(domainOf(compare('x', between(0.2, 0.3), between(0.1, 0.61)))).toEqual([0, 0.65]);
  expect(domainOf(compare('x', between(0.9, 0.97), between(0.56, 0.7)))).toEqual([0.55, 1]);
});

it('shows the whole scale without data', () => {
  expect(domainOf(compare('x', null, null))).toEqual([0, 1]);
});
