import type { ArmSettings, Audience, Experiment } from '@funnel/contracts/experiments';
import { bucketOf } from '@funnel/releases/visitors/assign-set';

import { armOf, armSettings } from './assign-arm.ts';
import { anExperiment } from './experiment.testkit.ts';

const nowMs = Date.parse(anExperiment.start);
const visits = Array.from({ length: 40_000 }, (_, number) => `visit-${number}`);
const other: Experiment = { ...anExperiment, name: 'pricing/other' };
const visitor = { id: 'visit-1', currency: 'USD', device: 'phone', locale: 'en' } as const;
const armName = (experiment: Experiment, id: string) => armOf(experiment, { ...visitor, id }, nowMs)?.name;

/** The critical value of the chi-square distribution with 4 degrees of freedom at 0.001. Source: NIST, table 1.3.6.7.4. */
const critical = 18.467;

it('is independent of another experiment and of a canary', () => {
  const cells = new Map<string, number>();
  for (const visitId of visits) {
    const isCanary = bucketOf(visitId, 'set-2') < 50;
    const cell = `${armName(anExperiment, visitId)} ${armName(other, visitId)} ${isCanary}`;
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }
  const expected = visits.length / 8;
  const chiSquare = [...cells.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(cells.size).toBe(8);
  // Mutual independence of three halves has 4 degrees of freedom; equal shares add 3 more.
  expect(chiSquare).toBeLessThan(critical + 5.855);
});

it('gives each arm its weight, and the rest of the share none', () => {
  const arms = anExperiment.arms.map((arm) => ({ ...arm, weight: arm.name === 'page' ? 3 : 1 }));
  const weighted = { ...anExperiment, share: 0.5, arms };
  const counts = { page: 0, dialog: 0, none: 0 };
  for (const visitId of visits) {
    const name = armName(weighted, visitId);
    counts[name === 'page' || name === 'dialog' ? name : 'none']++;
  }
  expect(counts.none / visits.length).toBeCloseTo(0.5, 1);
  expect(counts.page / (counts.page + counts.dialog)).toBeCloseTo(0.75, 1);
});

it('changes no arm when the share grows', () => {
  const half = { ...anExperiment, share: 0.5 };
  const changed = visits.filter((visitId) => {
    const before = armName(half, visitId);
    return before !== undefined && before !== armName(anExperiment, visitId);
  });
  expect(changed).toEqual([]);
});

it.each([
  ['before its start', { start: '2030-01-02', end: '2030-02-01' }],
  ['from its end', { start: '2029-12-01', end: '2030-01-01' }],
  ['with a share of 0', { share: 0 }],
])('changes nothing %s', (_, change) => {
  expect(armSettings([{ ...anExperiment, ...change }], visitor, Date.parse('2030-01-01'))).toEqual({});
});

it.each([
  [{}, true],
  [{ devices: ['phone', 'tablet'] }, true],
  [{ locales: ['en'], currencies: ['USD'] }, true],
  [{ devices: ['desktop'] }, false],
  [{ locales: ['de'] }, false],
  [{ devices: ['phone'], currencies: ['EUR', 'GBP'] }, false],
] as const)('of the audience %j takes part: %j', (lists, takesPart) => {
  const audience: Audience = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, [...list]]),
  );
  expect(armOf({ ...anExperiment, audience }, visitor, nowMs) !== null).toBe(takesPart);
});

it('joins the variants of several experiments with the other settings', () => {
  const alone = (name: string, settings: ArmSettings): Experiment => ({
    ...anExperiment,
    name,
    arms: [
      { name: 'control', weight: 1, settings },
      { name: 'other', weight: 1, settings },
    ],
  });
  const experiments = [
    alone('pricing/plan', { firstPlan: 'plan3' }),
    alone('pricing/heading', { variants: { 'pricing/heading': 'question' } }),
    alone('quiz/order', { variants: { 'quiz/order': 'email-first' } }),
  ];
  expect(armSettings(experiments, visitor, nowMs)).toEqual({
    firstPlan: 'plan3',
    variants: { 'pricing/heading': 'question', 'quiz/order': 'email-first' },
  });
});
