import { createEventSender } from './send-events.ts';

const event = { id: 'an-id', name: 'PageView', at: 1, path: '/', setId: 'set-7' } as const;

async function sendTo(respond: () => Response) {
  const calls: { readonly path: string; readonly init: RequestInit | undefined }[] = [];
  const pauseMs = await createEventSender(async (path, init) => {
    calls.push({ path, init });
    return respond();
  })([event]);
  return { calls, pauseMs };
}
const noNetwork = () => {
  throw new TypeError('Failed to fetch');
};
const rejection = (status: number, retryAfter?: string) => () =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

describe('a batch of events', () => {
  it('is sent also while the page closes, and is done once it is accepted', async () => {
    const { calls, pauseMs } = await sendTo(() => new Response('{}', { status: 202 }));
    expect(calls).toEqual([
      {
        path: '/api/events',
        init: {
          method: 'POST',
          body: JSON.stringify({ events: [event] }),
          keepalive: true,
          headers: { 'content-type': 'application/json' },
          signal: expect.any(AbortSignal),
        },
      },
    ]);
    expect(pauseMs).toBeNull();
  });

  it.each([
    ['too many requests', rejection(429, '3000'), 3_000_000],
    ['a service that is too busy', rejection(503, '2'), 2000],
    ['an error of the service', rejection(500), 0],
    ['a proxy without a service', rejection(502, 'Fri, 31 Dec 1999 23:59:59 GMT'), 0],
    ['no network', noNetwork, 0],
    ['a delay that no timer can wait for', rejection(503, '99999999'), 3_600_000],
  ])('may be sent again after %s, with the delay of the response', async (_, respond, pauseMs) => {
    expect((await sendTo(respond)).pauseMs).toBe(pauseMs);
  });

  it('may be sent again if there is no response within 30 seconds', async () => {
    jest.useFakeTimers();
    const pause = createEventSender(() => new Promise(() => undefined))([event]);
    await jest.advanceTimersByTimeAsync(30_000);
    jest.useRealTimers();
    expect(await pause).toBe(0);
  });

  it.each([400, 403, 413, 422])(
    'is not sent again after a response of %s, which it would get again',
    async (status) => {
      expect((await sendTo(rejection(status, '1'))).pauseMs).toBeNull();
      expect(console.warn).toHaveBeenCalledWith(`Could not report events: ${status}`);
    },
  );
});
