import { dayMs } from '@funnel/service-kit/durations';

import { startStripeAccount, type StripeAccount } from './stripe-account.testkit.ts';

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
      lastInvoiceStatus: 'paid',
      hasFailedPayment: false,
      visitId: 'visit-1',
    });
    expect(account.calls()).toMatchObject([
      { call: 'GET /v1/subscriptions/sub_1', query: { 'expand[0]': 'latest_invoice' } },
    ]);
  });

  it.each([
    ['was not sold here', { metadata: {} }, { visitId: null, promotionalPeriodEndMs: null }],
    ['has no items', { items: { object: 'list', data: [] } }, { currentPeriodEndMs: null }],
    ['has no invoice', { latest_invoice: null }, { lastInvoiceStatus: null }],
    ['names its invoice alone', { latest_invoice: 'in_1' }, { lastInvoiceStatus: null }],
    ['has a draft', { latest_invoice: { id: 'in_1', status: null } }, { lastInvoiceStatus: null }],
    ['ends with its period', { cancel_at_period_end: true }, { endsWithPeriod: true }],
    ['ends at a date', { cancel_at: at + 5 }, { endsWithPeriod: true }],
    ['comes with its buyer', { customer: { id: 'cus_2', object: 'customer' } }, { customerId: 'cus_2' }],
  ])('that %s is read correctly', async (_, changes, expected) => {
    expect(await read(changes)).toMatchObject(expected);
  });

  it.each([
    ['requires_payment_method', true],
    ['canceled', true],
    ['processing', false],
    ['requires_action', false],
    ['succeeded', false],
  ])('that is incomplete while its payment is "%s" has a failed payment: %s', async (status, expected) => {
    const payment = { payment_intent: { id: 'pi_1', object: 'payment_intent', status } };
    const provider = account.open({
      answers: { 'GET /v1/subscriptions/sub_1': { object: { ...subscription, status: 'incomplete' } } },
      lists: { '/v1/invoice_payments': [{ id: 'inpay_1', payment }] },
    });
    expect(await provider.readSubscription('sub_1')).toMatchObject({ hasFailedPayment: expected });
    expect(account.calls().at(-1)).toMatchObject({
      call: 'GET /v1/invoice_payments',
      query: { invoice: 'in_1', 'expand[0]': 'data.payment.payment_intent' },
    });
  });

  it.each([
    ['requires_payment_method', true],
    ['requires_action', true],
    ['processing', false],
  ])('that was canceled while its payment is "%s" has a failed payment: %s', async (status, expected) => {
    const payment = { payment_intent: { id: 'pi_1', object: 'payment_intent', status } };
    const latest_invoice = { id: 'in_1', object: 'invoice', status: 'open' };
    const provider = account.open({
      answers: {
        'GET /v1/subscriptions/sub_1': { object: { ...subscription, status: 'canceled', latest_invoice } },
      },
      lists: { '/v1/invoice_payments': [{ id: 'inpay_1', payment }] },
    });
    expect(await provider.readSubscription('sub_1')).toMatchObject({ hasFailedPayment: expected });
  });

  it.each([
    ['has no payment', []],
    ['has a payment of another kind', [{ id: 'inpay_1', payment: { type: 'charge', charge: 'ch_1' } }]],
    ['names its payment alone', [{ id: 'inpay_1', payment: { payment_intent: 'pi_1' } }]],
  ])('that is incomplete, and whose invoice %s, has no failed payment', async (_, payments) => {
    const provider = account.open({
      answers: { 'GET /v1/subscriptions/sub_1': { object: { ...subscription, status: 'incomplete' } } },
      lists: { '/v1/invoice_payments': payments },
    });
    expect(await provider.readSubscription('sub_1')).toMatchObject({ hasFailedPayment: false });
  });

  it('that is incomplete without an invoice has no failed payment', async () => {
    expect(await read({ status: 'incomplete', latest_invoice: null })).toMatchObject({
      hasFailedPayment: false,
    });
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
    const provider = account.open({
      answers: { 'DELETE /v1/subscriptions/sub_1': { object: { ...subscription, status: 'canceled' } } },
    });
    expect(await provider.cancelSubscription('sub_1')).toMatchObject({
      status: 'canceled',
      lastInvoiceStatus: 'paid',
    });
    expect(account.calls()).toMatchObject([{ query: { 'expand[0]': 'latest_invoice' } }]);
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
