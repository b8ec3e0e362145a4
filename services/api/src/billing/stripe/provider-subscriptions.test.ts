import { dayMs } from '@funnel/service-kit/durations';

import { startStripeAccount, type StripeAccount, type StripeRow } from './stripe-account.testkit.ts';

let account: StripeAccount;
beforeAll(async () => {
  account = await startStripeAccount();
});
afterAll(() => account.close());

const calls = () => account.calls().map(({ call }) => call);
const open = (path: string, object: object) => account.open({ answers: { [`GET ${path}`]: { object } } });

/** The parent of an invoice that bills no subscription. */
const quoted = { type: 'quote_details', quote_details: { quote: 'qt_1' }, subscription_details: null };

/** Seconds, as Stripe counts them. */
const at = 1_700_000_000;

describe('a subscription', () => {
  const subscription = {
    id: 'sub_1',
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    start_date: at,
    cancel_at_period_end: false,
    cancel_at: null,
    metadata: { visit_id: 'visit-1', promotional_weeks: '4' },
    latest_invoice: { id: 'in_1', object: 'invoice', status: 'paid' },
    items: { object: 'list', data: [{ current_period_end: at + 60 }, { current_period_end: at + 30 }] },
  };
  const read = (changes: object) =>
    open('/v1/subscriptions/sub_1', { ...subscription, ...changes }).readSubscription('sub_1');

  it('is read with its period, its buyer and its newest invoice', async () => {
    expect(await read({})).toEqual({
      id: 'sub_1',
      customerId: 'cus_1',
      status: 'active',
      currentPeriodEndMs: 1_700_000_060_000,
      endsWithPeriod: false,
      promotionalPeriodEndMs: 1_700_000_000_000 + 28 * dayMs,
      lastInvoice: { status: 'paid', payment: null },
      visitId: 'visit-1',
    });
    expect(account.calls()).toMatchObject([
      { call: 'GET /v1/subscriptions/sub_1', query: { 'expand[0]': 'latest_invoice' } },
    ]);
  });

  it.each([
    ['was not sold here', { metadata: {} }, { visitId: null, promotionalPeriodEndMs: null }],
    ['has no items', { items: { object: 'list', data: [] } }, { currentPeriodEndMs: null }],
    ['has no invoice', { latest_invoice: null }, { lastInvoice: null }],
    ['names its invoice alone', { latest_invoice: 'in_1' }, { lastInvoice: null }],
    ['has a draft', { latest_invoice: { id: 'in_1', status: null } }, { lastInvoice: { status: null } }],
    ['ends with its period', { cancel_at_period_end: true }, { endsWithPeriod: true }],
    ['ends at a date', { cancel_at: at + 5 }, { endsWithPeriod: true }],
    ['ends at the end of its period', { cancel_at: at + 60 }, { endsWithPeriod: true }],
    ['ends after a later period', { cancel_at: at + 61 }, { endsWithPeriod: false }],
    ['comes with its buyer', { customer: { id: 'cus_2', object: 'customer' } }, { customerId: 'cus_2' }],
  ])('that %s is read correctly', async (_, changes, expected) => {
    expect(await read(changes)).toMatchObject(expected);
  });

  const openInvoice = { id: 'in_1', object: 'invoice', status: 'open' };
  const openWith = (changes: object, payments: readonly StripeRow[]) =>
    account.open({
      answers: {
        'GET /v1/subscriptions/sub_1': {
          object: { ...subscription, latest_invoice: openInvoice, ...changes },
        },
      },
      lists: { '/v1/invoice_payments': payments },
    });
  const payment = { payment_intent: { id: 'pi_1', object: 'payment_intent', status: 'processing' } };

  it.each(['incomplete', 'canceled'])(
    'that is %s is read with the payment of its invoice',
    async (status) => {
      const provider = openWith({ status }, [{ id: 'inpay_1', payment }]);
      expect(await provider.readSubscription('sub_1')).toMatchObject({
        lastInvoice: { status: 'open', payment: 'in-progress' },
      });
      expect(account.calls().at(-1)).toMatchObject({
        call: 'GET /v1/invoice_payments',
        query: { invoice: 'in_1', 'expand[0]': 'data.payment.payment_intent' },
      });
    },
  );

  it.each(['active', 'past_due'])('that is %s is read without the payment of its invoice', async (status) => {
    const provider = openWith({ status }, [{ id: 'inpay_1', payment }]);
    expect(await provider.readSubscription('sub_1')).toMatchObject({
      lastInvoice: { status: 'open', payment: null },
    });
    expect(calls()).toHaveLength(1);
  });

  it.each([
    ['has no payment', []],
    ['has a payment of another kind', [{ id: 'inpay_1', payment: { type: 'charge', charge: 'ch_1' } }]],
    ['names its payment alone', [{ id: 'inpay_1', payment: { payment_intent: 'pi_1' } }]],
  ])('that is incomplete, and whose invoice %s, has an unknown payment', async (_, payments) => {
    const provider = openWith({ status: 'incomplete' }, payments);
    expect(await provider.readSubscription('sub_1')).toMatchObject({ lastInvoice: { payment: null } });
  });

  it('that is incomplete without an invoice has no payment', async () => {
    expect(await read({ status: 'incomplete', latest_invoice: null })).toMatchObject({ lastInvoice: null });
    expect(calls()).toHaveLength(1);
  });

  it('that may not be canceled is not taken for one that has ended', async () => {
    const provider = account.open({
      answers: {
        'DELETE /v1/subscriptions/sub_1': {
          status: 403,
          error: { type: 'invalid_request_error', code: 'more_permissions_required' },
        },
        'GET /v1/subscriptions/sub_1': { object: subscription },
      },
    });
    await expect(provider.cancelSubscription('sub_1')).rejects.toMatchObject({ statusCode: 403 });
    expect(calls()).toEqual(['DELETE /v1/subscriptions/sub_1']);
  });

  it('that is canceled is read with its newest invoice', async () => {
    const object = { ...subscription, status: 'canceled' };
    const provider = account.open({
      answers: { 'DELETE /v1/subscriptions/sub_1': { object }, 'GET /v1/subscriptions/sub_1': { object } },
      lists: { '/v1/invoices': [] },
    });
    expect(await provider.cancelSubscription('sub_1')).toMatchObject({
      status: 'canceled',
      lastInvoice: { status: 'paid' },
    });
    expect(account.calls()).toMatchObject([
      { call: 'DELETE /v1/subscriptions/sub_1' },
      { call: 'GET /v1/invoices', query: { subscription: 'sub_1' } },
      { call: 'GET /v1/subscriptions/sub_1', query: { 'expand[0]': 'latest_invoice' } },
    ]);
  });
});

describe('an invoice', () => {
  const invoice = {
    id: 'in_1',
    object: 'invoice',
    status: 'paid',
    billing_reason: 'subscription_create',
    amount_paid: 1999,
    currency: 'usd',
    created: at,
    status_transitions: { paid_at: at + 9 },
    parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } },
    last_finalization_error: null,
  };
  const read = (changes: object) => open('/v1/invoices/in_1', { ...invoice, ...changes }).readInvoice('in_1');

  it('is read with its subscription and its payment', async () => {
    expect(await read({})).toEqual({
      subscriptionId: 'sub_1',
      finalizationError: null,
      payment: {
        id: 'in_1',
        kind: 'first',
        subscriptionId: 'sub_1',
        amountMinor: 1999,
        currency: 'USD',
        atMs: 1_700_000_009_000,
      },
    });
  });

  it.each([
    ['of another product', { parent: null }, { subscriptionId: null, payment: null }],
    ['of a quote', { parent: quoted }, { subscriptionId: null, payment: null }],
    ['that is open', { status: 'open' }, { subscriptionId: 'sub_1', payment: null }],
    [
      'that could not be finalized',
      { last_finalization_error: { type: 'invalid_request_error', code: 'tax_id_invalid' } },
      { finalizationError: 'invalid_request_error tax_id_invalid' },
    ],
    [
      'that could not be finalized without a code',
      { last_finalization_error: { type: 'api_error' } },
      { finalizationError: 'api_error' },
    ],
  ])('%s is read correctly', async (_, changes, expected) => {
    expect(await read(changes)).toMatchObject(expected);
  });
});
