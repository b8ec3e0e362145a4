import type { Proportion } from '@funnel/contracts/release-management';

import { compare, compareSteps, domainOf, lowestStep, verdictOf } from './comparison.ts';

const between = (low: number, high: number, of = 100): Proportion => ({
  count: 0,
  of,
  share: (low + high) / 2,
  low,
  high,
});

it.each([
  ['same', between(0.1, 0.2), between(0.15, 0.4)],
  ['higher', between(0.1, 0.2), between(0.21, 0.4)],
  ['lower', between(0.1, 0.2), between(0.02, 0.09)],
  ['alone', between(0.1, 0.2), null],
  ['alone', between(0.1, 0.2), between(0, 1, 0)],
])('returns %s for two intervals', (verdict, stable, canary) => {
  expect(verdictOf(compare('leads', stable, canary))).toBe(verdict);
});

const step = (path: string, share = 0.9) => ({ path, reached: between(share - 0.01, share + 0.01) });

it('inserts a step that only the canary has at its position in the canary', () => {
  const steps = compareSteps(
    [step('/step-1'), step('/step-2')],
    [step('/new-first'), step('/step-1'), step('/why'), step('/step-2')],
  );
  expect(steps.map(({ label }) => label)).toEqual(['/new-first', '/step-1', '/why', '/step-2']);
  expect(steps[2]?.stable).toBeNull();
});

it('finds the step with the lowest conversion', () => {
  expect(lowestStep(compareSteps([step('/a', 0.9), step('/b', 0.4), step('/c', 0.8)], []))?.label).toBe('/b');
  expect(lowestStep([])).toBeNull();
});

it.each([
  ['high rates, from the next lower 5 %', [0.88, 0.97], [0.85, 1]],
  ['low rates, from zero to the next 1 %', [0.002, 0.011], [0, 0.02]],
  ['wide intervals, from zero', [0.2, 0.61], [0, 0.65]],
])('shows %s', (_, [low = 0, high = 0], domain) => {
  expect(domainOf([compare('x', between(low, high), null)])).toEqual(domain);
});

it('shows the whole scale without data', () => {
  expect(domainOf([compare('x', null, null)])).toEqual([0, 1]);
});
