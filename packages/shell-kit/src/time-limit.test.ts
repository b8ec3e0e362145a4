import { requestWithin } from './time-limit.ts';

/** A request that never gets a response, and its signal. */
function pendingRequest(signal?: AbortSignal) {
  let sentWith: AbortSignal | undefined;
  const request = requestWithin(
    (given) => {
      sentWith = given;
      return new Promise<never>(() => {});
    },
    1_000,
    signal,
  );
  return { request, isCanceled: () => sentWith?.aborted };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('rejects and cancels a request that is still pending after its time', async () => {
  const { request, isCanceled } = pendingRequest();
  const rejected = expect(request).rejects.toThrow('no result within 1000 ms');
  await jest.advanceTimersByTimeAsync(999);
  expect(isCanceled()).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await rejected;
  expect(isCanceled()).toBe(true);
});

it('cancels a request when the caller no longer needs it', () => {
  const abort = new AbortController();
  const { isCanceled } = pendingRequest(abort.signal);
  abort.abort();
  expect(isCanceled()).toBe(true);
});

it('sends a request that is no longer needed with a canceled signal', () => {
  expect(pendingRequest(AbortSignal.abort()).isCanceled()).toBe(true);
});

it('does not cancel a request that has got its response', async () => {
  let sentWith: AbortSignal | undefined;
  const response = await requestWithin(async (signal) => {
    sentWith = signal;
    return 'response';
  }, 1_000);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([response, sentWith?.aborted]).toEqual(['response', false]);
});
