import type { HttpClient } from '../http/http-client.ts';
import { createLog } from '../log.ts';
import { startOutboxWorkers } from './outbox-worker.ts';

const log = createLog('silent');
const options = { config: { allowPrivateDestinations: true }, log };
const destinations = [{ name: 'leads' }, { name: 'emails' }];
const flush = () => jest.advanceTimersByTimeAsync(0);

// The HTTP client closes in a microtask.
beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

it('delivers to every destination at once when woken, and to none after it was stopped', async () => {
  const delivered: string[] = [];
  const worker = startOutboxWorkers(options, destinations, async (_, { name }) => {
    delivered.push(name);
    return 0;
  });
  await flush();
  expect(delivered).toEqual(['leads', 'emails']);
  worker.wake();
  await flush();
  expect(delivered).toEqual(['leads', 'emails', 'leads', 'emails']);
  await worker.stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(delivered).toHaveLength(4);
});

it('closes its connections to receivers when it is stopped', async () => {
  const clients: HttpClient[] = [];
  const worker = startOutboxWorkers(options, destinations.slice(0, 1), async (http) => {
    clients.push(http);
    return 0;
  });
  await flush();
  await worker.stop();
  const request = { url: 'http://127.0.0.1:1/', headers: {}, body: '{}' };
  await expect(clients[0]?.post(request)).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
});

it('logs which destination it could not work on, and goes on with the others', async () => {
  const error = jest.spyOn(log, 'error');
  const delivered: string[] = [];
  const err = new Error('away');
  const worker = startOutboxWorkers(options, destinations, async (_, { name }) => {
    if (name === 'leads') throw err;
    delivered.push(name);
    return 0;
  });
  await jest.advanceTimersByTimeAsync(1000);
  expect(delivered).toEqual(['emails', 'emails']);
  expect(error.mock.calls).toEqual([[{ err, worker: 'outbox leads', failures: 1 }, 'worker failed']]);
  await worker.stop();
});

it('delivers to a new destination at once, uses its latest URL, and stops after its removal', async () => {
  const error = jest.spyOn(log, 'error').mockClear();
  const delivered: string[] = [];
  let registered = [{ name: 'team', url: 'first' }];
  const deliver = async (_: unknown, destination: { name: string; url?: string }) => {
    delivered.push(destination.url ?? '');
    return 0;
  };
  const list = async () => registered;
  const worker = startOutboxWorkers<{ name: string; url?: string }>(options, [], deliver, {
    name: 'teams',
    list,
  });
  await flush();
  expect(delivered).toEqual(['first']);
  registered = [{ name: 'team', url: 'second' }];
  await jest.advanceTimersByTimeAsync(2000);
  expect(delivered.at(-1)).toBe('second');
  registered = [];
  await jest.advanceTimersByTimeAsync(1000);
  const before = delivered.length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(delivered).toHaveLength(before);
  expect(error).not.toHaveBeenCalled();
  await worker.stop();
});

it('asks for no registered destinations when woken, because the requests of visitors wake it', async () => {
  const list = jest.fn(async () => [{ name: 'team' }]);
  const deliver = jest.fn(async () => 0);
  const worker = startOutboxWorkers(options, [], deliver, { name: 'teams', list });
  await flush();
  worker.wake();
  await flush();
  expect([list.mock.calls.length, deliver.mock.calls.length]).toEqual([1, 1]);
  await jest.advanceTimersByTimeAsync(1000);
  expect([list.mock.calls.length, deliver.mock.calls.length]).toEqual([2, 2]);
  await worker.stop();
});
