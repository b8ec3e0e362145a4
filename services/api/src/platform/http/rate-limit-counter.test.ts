import { createMemoryCounter } from '@funnel/service-kit/http/rate-limit-counter';

import { createTestClock } from '../service.testkit.ts';

it('keeps the counts of 100,000 callers and the shared limit while more callers arrive', async () => {
  const counter = createMemoryCounter(createTestClock().clock);
  const pointsOf = async (key: string) => (await counter([key], 0))[0]?.points;
  for (let at = 0; at < 150_000; at++) await counter([`caller ${at}`, 'total'], 1);
  expect(await pointsOf('total')).toBe(150_000);
  expect(await pointsOf('caller 149999')).toBe(1);
  expect(await pointsOf('caller 0')).toBe(0);
});

it('counts from the first call for exactly a minute', async () => {
  const { clock, advance } = createTestClock();
  const counter = createMemoryCounter(clock);
  expect(await counter(['caller'], 2)).toEqual([{ points: 2, restMs: 60_000 }]);
  advance(59_999);
  expect(await counter(['caller'], 1)).toEqual([{ points: 3, restMs: 1 }]);
  advance(1);
  expect(await counter(['caller'], 1)).toEqual([{ points: 1, restMs: 60_000 }]);
});

it('begins a window of a minute, and none that is longer, after the clock was set back', async () => {
  const { clock, advance } = createTestClock();
  const counter = createMemoryCounter(clock);
  await counter(['caller'], 2);
  advance(-600_000);
  expect(await counter(['caller'], 1)).toEqual([{ points: 1, restMs: 60_000 }]);
  advance(-1);
  expect(await counter(['caller'], 1)).toEqual([{ points: 1, restMs: 60_000 }]);
});
