import { circuitState, afterFailure, closed } from './breaker.ts';

/** The state after this many failed batches at time 0. */
const after = (failures: number, retryAfterMs = 0, chance = 0) => {
  let state: Parameters<typeof circuitState>[0] = closed;
  for (let at = 0; at < failures; at++) state = afterFailure(state, 0, retryAfterMs, chance);
  return state;
};

it('stays closed until the third failed batch in a row', () => {
  expect([0, 1, 2].map((failures) => circuitState(after(failures), 0))).toEqual([
    'closed',
    'closed',
    'closed',
  ]);
  expect(circuitState(after(3), 0)).toBe('open');
});

it('doubles the time that it stays open, up to four minutes', () => {
  expect([3, 4, 5, 30].map((failures) => after(failures).open_until)).toEqual([
    10_000, 20_000, 40_000, 240_000,
  ]);
});

it('shortens the open time by up to half at random', () => {
  expect(after(3, 0, 1).open_until).toBe(5000);
});

it('is half-open once the open time is over', () => {
  expect(circuitState(after(3), 10_000)).toBe('half-open');
});

it('stays open for as long as the receiver requests, also after the first failure', () => {
  const state = after(1, 600_000);
  expect(circuitState(state, 599_999)).toBe('open');
  expect(circuitState(state, 600_000)).toBe('closed');
  expect(after(3, 600_000).open_until).toBe(600_000);
});
