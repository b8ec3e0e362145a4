import { setImmediate as nextTurn } from 'node:timers/promises';

import { heapInUse } from '../heap.testkit.ts';
import { createLog } from '../log.ts';
import { startWorker } from './worker.ts';

const log = createLog('silent');
/** Runs what is due now, and what follows from it. */
async function flush() {
  for (let turn = 0; turn < 5; turn++) {
    await jest.advanceTimersByTimeAsync(0);
    await nextTurn();
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('continues while there is work, then waits and checks again', async () => {
  const left = [3, 2, 0, 0];
  const run = jest.fn(async () => left.shift() ?? 0);
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  await flush();
  expect(run).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(999);
  expect(run).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(4);
  await worker.stop();
});

it('lets others work between two parts of its work, even if it waits for nothing', async () => {
  jest.useRealTimers();
  let parts = 0;
  const worker = startWorker({ name: 'test', run: async () => Number(++parts < 1000), idleMs: 1000, log });
  await nextTurn();
  const partsUntilOthers = parts;
  await worker.stop();
  expect(partsUntilOthers).toBeLessThan(10);
});

it('runs at once when woken, also when woken while it works', async () => {
  let finish: () => void = () => undefined;
  const run = jest.fn(() => new Promise<number>((resolve) => (finish = () => resolve(0))));
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  worker.wake();
  finish();
  await flush();
  expect(run).toHaveBeenCalledTimes(2);
  finish();
  await flush();
  worker.wake();
  await flush();
  expect(run).toHaveBeenCalledTimes(3);
  finish();
  await worker.stop();
});

it('waits longer after each failure in a row, also when woken', async () => {
  const run = jest.fn(async () => Promise.reject(new Error('away')));
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  await flush();
  worker.wake();
  await jest.advanceTimersByTimeAsync(1999);
  expect(run).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(4000);
  expect(run).toHaveBeenCalledTimes(3);
  await worker.stop();
});

it('waits for at most a minute, however often it has failed', async () => {
  const run = jest.fn(async () => Promise.reject(new Error('away')));
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  // The first six waits take 2, 4, 8, 16, 32, and 60 seconds.
  await jest.advanceTimersByTimeAsync(122_000);
  expect(run).toHaveBeenCalledTimes(7);
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect(run).toHaveBeenCalledTimes(17);
  await worker.stop();
});

it('waits as usual again after a success', async () => {
  const outcomes = ['failure', 'failure', 'success', 'success', 'failure'];
  const run = jest.fn(async () => {
    if (outcomes.shift() === 'failure') throw new Error('away');
    return 0;
  });
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  await jest.advanceTimersByTimeAsync(6000);
  expect(run).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(4);
  await jest.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(5);
  // The first failure in a row again.
  await jest.advanceTimersByTimeAsync(2000);
  expect(run).toHaveBeenCalledTimes(6);
  await worker.stop();
});

it('logs each failure with its worker, and how many there were in a row', async () => {
  const err = new Error('away');
  const outcomes = [err, err, null, err];
  const run = jest.fn(async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
    return 0;
  });
  const error = jest.spyOn(log, 'error');
  const worker = startWorker({ name: 'emails', run, idleMs: 1000, log });
  await jest.advanceTimersByTimeAsync(7000);
  await worker.stop();
  expect(error.mock.calls).toEqual(
    [1, 2, 1].map((failures) => [{ err, worker: 'emails', failures }, 'worker failed']),
  );
});

it('stops at once while it waits, and leaves no timer', async () => {
  const run = jest.fn(async () => 0);
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  await flush();
  await worker.stop();
  expect(jest.getTimerCount()).toBe(0);
  expect(run).toHaveBeenCalledTimes(1);
});

it('stops after the current work is done', async () => {
  let finish: () => void = () => undefined;
  const run = jest.fn(() => new Promise<number>((resolve) => (finish = () => resolve(1))));
  const worker = startWorker({ name: 'test', run, idleMs: 1000, log });
  const stopped = jest.fn();
  const stopping = worker.stop().then(stopped);
  await flush();
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await stopping;
  expect(run).toHaveBeenCalledTimes(1);
});

it('keeps nothing in memory of waits that are over', async () => {
  jest.useRealTimers();
  let runs = 0;
  const run = async () => {
    runs++;
    return 0;
  };
  const worker = startWorker({ name: 'test', run, idleMs: 60_000, log });
  async function bytesAfterWaking(times: number) {
    for (let time = 0; time < times; time++) {
      worker.wake();
      await nextTurn();
    }
    return heapInUse();
  }
  const before = await bytesAfterWaking(1000);
  const after = await bytesAfterWaking(10_000);
  await worker.stop();
  expect(runs).toBeGreaterThan(11_000);
  expect((after - before) / 10_000).toBeLessThan(100);
});
