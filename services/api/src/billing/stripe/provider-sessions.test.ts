import { startStripeAccount, type StripeAccount } from './stripe-account.testkit.ts';

let account: StripeAccount;
beforeAll(async () => {
  account = await startStripeAccount();
});
afterAll(() => account.close());

const calls = () => account.calls().map(({ call }) => call);
const open = (path: string, object: object) => account.open({ answers: { [`GET ${path}`]: { object } } });

/** Seconds, as Stripe counts them. */
const at = 1_700_000_000;

describe('a checkout session', () => {
  const session = {
    id: 'cs_test_1',
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    client_secret: null,
    amount_total: 1999,
    currency: 'eur',
    total_details: { amount_tax: 319 },
    subscription: 'sub_1',
    expires_at: at,
  };
  const read = (changes: object) =>
    open('/v1/checkout/sessions/cs_test_1', { ...session, ...changes }).readSession('cs_test_1');

  it('is read with what was paid, which part of it is tax, and when it expires', async () => {
    expect(await read({})).toEqual({
      id: 'cs_test_1',
      state: 'complete',
      isPaid: true,
      clientSecret: null,
      amountMinor: 1999,
      currency: 'EUR',
      taxMinor: 319,
      subscriptionId: 'sub_1',
      expiresAtMs: 1_700_000_000_000,
    });
  });

  it('may have no amount, tax and subscription yet', async () => {
    const started = {
      status: 'open',
      payment_status: 'unpaid',
      client_secret: 'secret',
      amount_total: null,
      currency: null,
      total_details: null,
      subscription: null,
    };
    expect(await read(started)).toMatchObject({
      state: 'open',
      isPaid: false,
      clientSecret: 'secret',
      amountMinor: null,
      currency: null,
      taxMinor: 0,
      subscriptionId: null,
    });
  });

  it.each([
    ['open', 'open'],
    ['expired', 'expired'],
    ['complete', 'complete'],
    // Neither a form to pay nor a reason to sell again.
    ['a later one', 'complete'],
  ])('with the status "%s" is %s', async (status, state) => {
    expect(await read({ status })).toMatchObject({ state });
  });

  it('that the provider does not know cannot be paid', async () => {
    expect(await account.open({}).readSession('cs_test_2')).toEqual({
      id: 'cs_test_2',
      state: 'expired',
      isPaid: false,
      clientSecret: null,
      amountMinor: null,
      currency: null,
      taxMinor: 0,
      subscriptionId: null,
      expiresAtMs: 0,
    });
  });

  it('that is no longer open is returned as it is when it should expire', async () => {
    const ended = { status: 400, error: { type: 'invalid_request_error' } };
    const provider = account.open({
      answers: {
        'POST /v1/checkout/sessions/cs_test_1/expire': ended,
        'GET /v1/checkout/sessions/cs_test_1': { object: session },
      },
    });
    expect(await provider.expireSession('cs_test_1')).toMatchObject({ state: 'complete', isPaid: true });
  });

  it('is not taken for expired because the provider fails', async () => {
    const failure = { status: 500, error: { type: 'api_error' } };
    const provider = account.open({
      answers: {
        'POST /v1/checkout/sessions/cs_test_1/expire': failure,
        'GET /v1/checkout/sessions/cs_test_1': failure,
      },
    });
    await expect(provider.expireSession('cs_test_1')).rejects.toMatchObject({ statusCode: 500 });
    expect(calls()).toEqual(['POST /v1/checkout/sessions/cs_test_1/expire']);
    await expect(provider.readSession('cs_test_1')).rejects.toMatchObject({ statusCode: 500 });
  });
});
