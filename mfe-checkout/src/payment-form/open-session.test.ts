import { emptyFunnelState, type FunnelState } from '@funnel/contracts/funnel-state';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { de } from '../content/de.ts';
import { en } from '../content/en.ts';
import { session } from './checkout-session.testkit.ts';
import { missingPrerequisite, openCheckoutSession } from './open-session.ts';

const attempt = {
  planId: 'plan2',
  email: 'v@example.com',
  attemptId: '0f8fad5b-d9cb-469f-a165-70867728950e',
} as const;
const state: FunnelState = {
  ...emptyFunnelState,
  email: 'not-of-the-order@example.com',
  specialGoal: 'Vacation',
  quizAnswers: { 'Trading Readiness': 'Ready' },
};
const problem = (status: number, body: object) =>
  Response.json({ type: 'urn:problem:x', title: 'A title', status, code: 'internal', ...body }, { status });

function open(request: () => Promise<Response>, content: typeof en.payment = en.payment) {
  const calls: [string, RequestInit?][] = [];
  const shell = {
    config: { ...noopShell.config, currency: 'EUR' as const },
    state: { get: () => state, subscribe: () => () => undefined },
    request: (path: string, init?: RequestInit) => {
      calls.push([path, init]);
      return request();
    },
  };
  const outcome = openCheckoutSession(shell, attempt, content, new AbortController().signal);
  return { outcome, calls };
}
const respondWith = (response: Response) => () => Promise.resolve(response);
const throwing = (thrown: unknown) => () => Promise.reject(thrown);

describe('the missing prerequisite of a session', () => {
  const stripe = { publishableKey: 'pk_test_1', scriptUrl: 'https://js.stripe.com/endive/stripe.js' };

  it('is null if payments are configured and the email is known', () => {
    expect(missingPrerequisite({ stripe }, 'v@example.com', en.payment)).toBeNull();
  });

  it('is the payment configuration, before the email', () => {
    expect(missingPrerequisite({ stripe: null }, null, en.payment)).toEqual({
      code: 'not-configured',
      message: 'Stripe configuration is incorrect',
    });
  });

  it('is the email if it is not known', () => {
    expect(missingPrerequisite({ stripe }, null, en.payment)).toEqual({
      code: 'email-required',
      message: 'Email is required for checkout',
    });
  });
});

describe('opening a checkout session', () => {
  it('sends plan, email, attempt and the current answers, and never an amount', async () => {
    const { outcome, calls } = open(respondWith(Response.json(session, { status: 201 })));
    await expect(outcome).resolves.toEqual({ type: 'opened', session });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[0]).toBe('/api/create-checkout');
    expect(JSON.parse(String(calls[0]?.[1]?.body))).toEqual({
      ...attempt,
      quizState: {
        quizAnswers: { 'Trading Readiness': 'Ready' },
        specialGoal: 'Vacation',
        email: 'v@example.com',
      },
    });
  });

  it('names the currency of the page, for a browser without cookies', () => {
    const { calls } = open(respondWith(Response.json(session, { status: 201 })));
    expect(new Headers(calls[0]?.[1]?.headers).get('x-currency')).toBe('EUR');
  });

  it('returns the session of an earlier purchase', async () => {
    const { outcome } = open(
      respondWith(problem(409, { code: 'already-paid', detail: 'Done.', sessionId: 'cs_9' })),
    );
    const failure = { code: 'already-paid', message: 'Done.', paidSessionId: 'cs_9' };
    await expect(outcome).resolves.toEqual({ type: 'failed', failure });
  });

  it.each([
    ['email-required', { code: 'email-required', detail: 'No email.' }],
    [
      'email-rejected',
      { code: 'invalid-request', detail: 'No such email.', errors: [{ path: 'email', message: 'No' }] },
    ],
    [
      'session-failed',
      { code: 'invalid-request', detail: 'No.', errors: [{ path: 'planId', message: 'No' }, 'odd'] },
    ],
    ['session-failed', { code: 'invalid-request', detail: 'No.' }],
    ['session-failed', { code: 'payments-not-configured', detail: 'Stripe configuration is incorrect' }],
  ])('fails with "%s" if the service responds with %j', async (code, body) => {
    const { outcome } = open(respondWith(problem(422, body)));
    const failure = { code, message: body.detail };
    await expect(outcome).resolves.toEqual({ type: 'failed', failure });
  });

  it.each([
    [
      'the detail of a problem',
      respondWith(problem(502, { detail: 'The bank is closed.' })),
      'The bank is closed.',
    ],
    [
      '"An error occurred" for a problem without a detail',
      respondWith(problem(500, {})),
      'An error occurred',
    ],
    [
      '"An error occurred" for an error page',
      respondWith(new Response('<h1>502</h1>', { status: 502 })),
      'An error occurred',
    ],
    [
      '"An error occurred" for a lost connection',
      throwing(new TypeError('Failed to fetch')),
      'An error occurred',
    ],
    ['"Unknown error" if the thrown value is not an error', throwing('gone'), 'Unknown error'],
    [
      '"No client secret received" if the response lacks it',
      respondWith(Response.json({ ...session, clientSecret: undefined })),
      'No client secret received',
    ],
    [
      '"No client secret received" if that of the response is empty',
      respondWith(Response.json({ ...session, clientSecret: '' })),
      'No client secret received',
    ],
    [
      '"No client secret received" for an empty response',
      respondWith(new Response(null, { status: 201 })),
      'No client secret received',
    ],
  ])('shows %s', async (_, request, message) => {
    const { outcome } = open(request);
    await expect(outcome).resolves.toMatchObject({
      type: 'failed',
      failure: { code: 'session-failed', message },
    });
  });

  it('shows no detail of the service, which is in English, on a page in German', async () => {
    const { outcome } = open(respondWith(problem(502, { detail: 'The bank is closed.' })), de.payment);
    await expect(outcome).resolves.toMatchObject({
      failure: { code: 'session-failed', message: 'Es ist ein Fehler aufgetreten' },
    });
  });

  it('names the server in the cause for the log if the client secret is missing', async () => {
    const { outcome } = open(respondWith(Response.json({ ...session, clientSecret: undefined })));
    await expect(outcome).resolves.toMatchObject({
      failure: { cause: 'No client secret received from the server' },
    });
  });

  it('fails if the service does not respond within 20 seconds', async () => {
    jest.useFakeTimers();
    const { outcome } = open(() => new Promise(() => {}));
    jest.advanceTimersByTime(20_000);
    await expect(outcome).resolves.toMatchObject({ failure: { message: 'An error occurred' } });
    jest.useRealTimers();
  });
});
