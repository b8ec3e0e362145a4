import { fetchConfirmation, pollConfirmation } from './confirmation.ts';

const session = (status: string) => ({
  status,
  plan: { planId: 'plan2', name: '4-WEEK PLAN' },
  amountMinor: 1999,
  currency: 'USD',
  email: 'v@example.com',
});
const confirmWith = (request: (path: string, init?: RequestInit) => Promise<Response>, sessionId = 'cs_1') =>
  fetchConfirmation({ request }, sessionId, new AbortController().signal);
const respondWith =
  (body: object, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));

describe('the confirmation of a payment', () => {
  it.each([
    ['paid', { status: 'paid', session: session('paid'), sessionId: 'cs_1' }],
    ['processing', { status: 'confirming', cause: 'processing' }],
    ['open', { status: 'not-completed', session: session('open') }],
    ['expired', { status: 'not-completed', session: session('expired') }],
  ])('for a session that is %s', async (status, confirmation) => {
    await expect(confirmWith(respondWith(session(status)))).resolves.toEqual(confirmation);
  });

  it('is unknown if the service does not know the session', async () => {
    await expect(confirmWith(respondWith({ code: 'not-found' }, 404))).resolves.toEqual({
      status: 'unknown',
    });
  });

  it.each([
    ['the service is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the service fails', respondWith({ code: 'internal' }, 500)],
    ['the rate limit is exceeded', respondWith({ code: 'too-many-requests' }, 429)],
    ['the response is not a session', respondWith({ status: 'paid' })],
    ['a proxy responds with HTML', () => Promise.resolve(new Response('<html>', { status: 404 }))],
  ])('is still pending if %s', async (_, request) => {
    await expect(confirmWith(request)).resolves.toEqual({ status: 'confirming', cause: 'unreachable' });
  });

  it('is still pending if the service does not respond within 10 seconds, so that it is requested again', async () => {
    jest.useFakeTimers();
    let confirmation: unknown = null;
    let signal: AbortSignal | null | undefined;
    const silent = (_: string, init?: RequestInit) => {
      signal = init?.signal;
      return new Promise<Response>(() => {});
    };
    void confirmWith(silent).then((result) => (confirmation = result));
    await jest.advanceTimersByTimeAsync(9_999);
    expect([confirmation, signal?.aborted]).toEqual([null, false]);
    await jest.advanceTimersByTimeAsync(1);
    expect(confirmation).toEqual({ status: 'confirming', cause: 'unreachable' });
    // Otherwise the next requests would wait for a free connection.
    expect(signal?.aborted).toBe(true);
    jest.useRealTimers();
  });

  it('encodes the session id in the request path', async () => {
    const paths: string[] = [];
    await confirmWith((path) => {
      paths.push(path);
      return respondWith(session('paid'))();
    }, '../config?x=1');
    expect(paths).toEqual(['/api/checkout-sessions/..%2Fconfig%3Fx%3D1']);
  });

  describe('is requested again', () => {
    /** Answers with one status after another, and with the last one from then on. */
    function pollWith(statuses: readonly string[]) {
      const startedAtMs = Date.now();
      const requestedAtSeconds: number[] = [];
      const seen: string[] = [];
      const request = () => {
        const status = statuses[requestedAtSeconds.length] ?? statuses.at(-1) ?? '';
        requestedAtSeconds.push((Date.now() - startedAtMs) / 1000);
        return respondWith(session(status))();
      };
      const stop = pollConfirmation({ request }, 'cs_1', ({ status }) => seen.push(status));
      return { requestedAtSeconds, seen, stop };
    }

    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('less often over time, until the visitor leaves', async () => {
      const { requestedAtSeconds, stop } = pollWith(['processing']);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(requestedAtSeconds).toEqual([0, 1, 3, 7, 15, 30, 45, 60]);
      stop();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(requestedAtSeconds).toHaveLength(8);
    });

    it('until the payment is confirmed', async () => {
      const { requestedAtSeconds, seen } = pollWith(['processing', 'processing', 'paid']);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(requestedAtSeconds).toEqual([0, 1, 3]);
      expect(seen).toEqual(['confirming', 'confirming', 'paid']);
    });

    it('until the page that learned its status ends the requests', async () => {
      const requests: string[] = [];
      const request = (path: string) => {
        requests.push(path);
        return respondWith(session('processing'))();
      };
      const stop = pollConfirmation({ request }, 'cs_1', () => stop());
      await jest.advanceTimersByTimeAsync(60_000);
      expect(requests).toHaveLength(1);
    });

    it('but not reported to a visitor who left before the response', async () => {
      const { seen, stop } = pollWith(['paid']);
      stop();
      await jest.advanceTimersByTimeAsync(1_000);
      expect(seen).toEqual([]);
    });
  });
});

describe('the purchase of a visit', () => {
  const purchaseWith = (request: () => Promise<Response>) =>
    fetchConfirmation({ request }, null, new AbortController().signal);

  it('is the paid session with its id', async () => {
    const purchase = { ...session('paid'), sessionId: 'cs_1' };
    await expect(purchaseWith(respondWith(purchase))).resolves.toEqual({
      status: 'paid',
      session: purchase,
      sessionId: 'cs_1',
    });
  });

  it('is unknown if the visit has not paid', async () => {
    await expect(purchaseWith(respondWith({ code: 'not-found' }, 404))).resolves.toEqual({
      status: 'unknown',
    });
  });

  it.each([
    ['the service is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the service fails', respondWith({ code: 'internal' }, 500)],
    ['the response has no session id', respondWith(session('paid'))],
  ])('is still looked for if %s', async (_, request) => {
    await expect(purchaseWith(request)).resolves.toEqual({ status: 'confirming', cause: 'unreachable' });
  });
});
