import { createReleaseSetCheck } from './release-set-check.ts';

const set = (id: string) => ({ id, number: 1, shell: '1.0.0', remotes: [], previous: [] });
const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

it.each([
  ['keeps the page if the set is the same', json(set('a')), 0],
  ['reloads the page if the set is another one', json(set('b')), 1],
  ['keeps the page if the service returns an error', json(set('b'), 503), 0],
  ['keeps the page if the response is not a release set', json('b'), 0],
  ['keeps the page if the request fails', () => Promise.reject(new Error('offline')), 0],
])('%s', async (_, fetchSet, times) => {
  const reloadPage = jest.fn();
  await createReleaseSetCheck({ setId: 'a', fetchSet, reloadPage })();
  expect(reloadPage).toHaveBeenCalledTimes(times);
});

it.each([
  ['reloads', 1900, 1],
  ['keeps', 2100, 0],
])('%s the page if the response about another set takes %i ms', async (_, afterMs, times) => {
  jest.useFakeTimers();
  const reloadPage = jest.fn();
  const fetchSet = () =>
    new Promise<Response>((resolve) =>
      setTimeout(() => resolve(new Response(JSON.stringify(set('b')))), afterMs),
    );
  const checked = createReleaseSetCheck({ setId: 'a', fetchSet, reloadPage })();
  await jest.advanceTimersByTimeAsync(afterMs);
  await checked;
  jest.useRealTimers();
  expect(reloadPage).toHaveBeenCalledTimes(times);
});

it('keeps the page if the response is late, because the visitor may be using the new stage', async () => {
  const reloadPage = jest.fn();
  const fetchSet = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  await createReleaseSetCheck({ setId: 'a', fetchSet, reloadPage })();
  expect(reloadPage).not.toHaveBeenCalled();
});
