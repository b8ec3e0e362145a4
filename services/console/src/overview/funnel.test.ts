import type { ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-analytics';

import { byLosses, funnelOf, lossOf } from './funnel.ts';

type Step = SetAnalytics['steps'][number];

const none = { count: 0, of: 0, share: 0, low: 0, high: 1 };

/** A screen with its visitors. `count` of the `of` visitors of the previous screen went on. */
const step = (path: string, count: number, of: number, visitors = count): Step => ({
  path,
  visitors,
  reached: { ...none, count, of, share: count / of },
});

const setWith = (steps: Step[]): SetAnalytics => ({
  setId: 'set',
  visitors: 100,
  failures: none,
  leads: none,
  purchases: none,
  revenue: [],
  steps,
  largestPaintMs: null,
});

const analyticsOf = (stable: Step[], canary: Step[] | null = null): ReleaseAnalytics => ({
  since: 0,
  stable: setWith(stable),
  canary: canary && setWith(canary),
  comparison: null,
  asOf: 0,
  titles: { '/why': 'Why do you trade?' },
});

it('counts for each screen who saw it, and who of them saw a later one', () => {
  const screens = funnelOf(
    analyticsOf([step('/a', 100, 100), step('/b', 80, 100, 85), step('/c', 20, 85, 30)]),
  );
  expect(screens.map(({ path, stable }) => [path, stable?.visitors, stable?.continued?.count])).toEqual([
    ['/a', 100, 80],
    ['/b', 85, 20],
    ['/c', 30, undefined],
  ]);
});

it('names a screen by its heading, and inserts one that only the canary has at its position there', () => {
  const screens = funnelOf(
    analyticsOf(
      [step('/a', 10, 10), step('/b', 9, 10)],
      [step('/new', 10, 10), step('/a', 9, 10), step('/why', 8, 9), step('/b', 7, 8)],
    ),
  );
  expect(screens.map(({ path, title }) => [path, title])).toEqual([
    ['/new', null],
    ['/a', null],
    ['/why', 'Why do you trade?'],
    ['/b', null],
  ]);
  expect(screens[2]).toMatchObject({ stable: null, canary: { visitors: 8 } });
});

it('sorts the screens by the visitors they lose, in the order of the funnel where they are equal', () => {
  const screens = funnelOf(
    analyticsOf([step('/a', 100, 100), step('/b', 95, 100), step('/c', 40, 95), step('/d', 35, 40)]),
  );
  expect(byLosses(screens).map((screen) => [screen.path, lossOf(screen)])).toEqual([
    ['/b', 55],
    ['/a', 5],
    ['/c', 5],
    ['/d', 0],
  ]);
});

it('counts the loss of the stable set, and that of the canary only where the stable set lacks the screen', () => {
  const screens = funnelOf(
    analyticsOf(
      [step('/a', 100, 100), step('/b', 95, 100)],
      [step('/a', 50, 50), step('/new', 20, 50), step('/b', 12, 20)],
    ),
  );
  expect(screens.map((screen) => [screen.path, lossOf(screen)])).toEqual([
    ['/a', 5],
    ['/new', 8],
    ['/b', 0],
  ]);
});
