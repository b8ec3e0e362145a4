import { fetchConfirmation, retryDelayMs } from './confirmation.ts';

const session = (status: string) => ({
  status,
  plan: { planId: 'plan2', name: '4-WEEK PLAN' },
  amountMinor: 1999,
  currency: 'USD',
  email: 'v@example.com',
});
const confirmWith = (request: (path: string) => Promise<Response>, sessionId = 'cs_1') =>
  fetchConfirmation({ request }, sessionId, new AbortController().signal);
const answering =
  (body: object, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));

describe('the payment as the page shows it', () => {
  it.each([
    ['paid', { status: 'paid', session: session('paid') }],
    ['processing', { status: 'confirming', cause: 'processing' }],
    ['open', { status: 'not-completed', session: session('open') }],
    ['expired', { status: 'not-completed', session: session('expired') }],
  ])('of a session that is %s', async (status, confirmation) => {
    await expect(confirmWith(answering(session(status)))).resolves.toEqual(confirmation);
  });

  it('is unknown where the service knows no such session', async () => {
    await expect(confirmWith(answering({ code: 'not-found' }, 404))).resolves.toEqual({ status: 'unknown' });
  });

  it.each([
    ['the service is out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the service fails', answering({ code: 'internal' }, 500)],
    ['too many ask', answering({ code: 'too-many-requests' }, 429)],
    ['the answer is no session', answering({ status: 'paid' })],
    ['something else answers', () => Promise.resolve(new Response('<html>', { status: 404 }))],
  ])('is still being confirmed while %s', async (_, request) => {
    await expect(confirmWith(request)).resolves.toEqual({ status: 'confirming', cause: 'unreachable' });
  });

  it('asks for the session by an id that cannot leave its place in the path', async () => {
    const paths: string[] = [];
    await confirmWith((path) => {
      paths.push(path);
      return answering(session('paid'))();
    }, '../config?x=1');
    expect(paths).toEqual(['/api/checkout-sessions/..%2Fconfig%3Fx%3D1']);
  });

  it('asks less and less often, but never stops', () => {
    expect([0, 1, 2, 3, 4, 5, 100].map(retryDelayMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
    ]);
  });
});
