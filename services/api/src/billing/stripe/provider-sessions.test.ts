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
    invoice: { id: 'in_1', object: 'invoice', status: 'paid' },
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
      invoice: { status: 'paid', payment: null },
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
      invoice: null,
    };
    expect(await read(started)).toMatchObject({
      state: 'open',
      isPaid: false,
      clientSecret: 'secret',
      amountMinor: null,
      currency: null,
      taxMinor: 0,
      subscriptionId: null,
      invoice: null,
    });
  });

  it.each([
    ['open', 'processing', 'in-progress'],
    ['open', 'succeeded', 'in-progress'],
    ['open', 'requires_action', 'waits-for-buyer'],
    ['open', 'requires_confirmation', 'waits-for-buyer'],
    ['open', 'requires_payment_method', 'failed'],
    ['open', 'canceled', 'failed'],
    ['open', 'a later status', null],
    ['uncollectible', 'requires_payment_method', 'failed'],
  ])('is read with its invoice, which is %s, and the payment of that, which is "%s"', async (...args) => {
    const [status, intent, expected] = args;
    const invoice = { id: 'in_1', object: 'invoice', status };
    const provider = account.open({
      answers: { 'GET /v1/checkout/sessions/cs_test_1': { object: { ...session, invoice } } },
      lists: { '/v1/invoice_payments': [{ id: 'inpay_1', payment: { payment_intent: { status: intent } } }] },
    });
    expect(await provider.readSession('cs_test_1')).toMatchObject({ invoice: { status, payment: expected } });
    expect(account.calls()).toMatchObject([
      { call: 'GET /v1/checkout/sessions/cs_test_1', query: { 'expand[0]': 'invoice' } },
      {
        call: 'GET /v1/invoice_payments',
        query: { invoice: 'in_1', 'expand[0]': 'data.payment.payment_intent' },
      },
    ]);
  });

  it('is not taken for one that the provider does not know because its payment is missing', async () => {
    const invoice = { id: 'in_1', object: 'invoice', status: 'open' };
    const provider = open('/v1/checkout/sessions/cs_test_1', { ...session, invoice });
    await expect(provider.readSession('cs_test_1')).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it.each(['draft', 'paid', 'void'])(
    'is read without the payment of its invoice, which is %s',
    async (status) => {
      expect(await read({ invoice: { id: 'in_1', object: 'invoice', status } })).toMatchObject({
        invoice: { status, payment: null },
      });
      expect(calls()).toHaveLength(1);
    },
  );

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
      invoice: null,
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
