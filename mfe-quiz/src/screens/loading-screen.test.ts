import { loadingPercent } from './loading-screen.tsx';

test('runs from 0 to 100 percent in three seconds', () => {
  expect([0, 30, 1500, 2999, 3000].map((nowMs) => loadingPercent(0, nowMs))).toEqual([0, 1, 50, 99, 100]);
});

test('is complete after sleep, and never below 0 after the clock was set back', () => {
  expect(loadingPercent(1000, 900_000)).toBe(100);
  expect(loadingPercent(1000, 0)).toBe(0);
});
