import { CatalogMismatchError } from './catalog.ts';
import { startStripeAccount, type StripeAccount } from './stripe-account.testkit.ts';

let account: StripeAccount;
beforeAll(async () => {
  account = await startStripeAccount();
});
afterAll(() => account.close());

const calls = () => account.calls().map(({ call }) => call);
const open = (path: string, object: object) => account.open({ answers: { [`GET ${path}`]: { object } } });
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (reason: unknown) => reason,
  );

/** The parent of an invoice that bills no subscription. */
const quoted = { type: 'quote_details', quote_details: { quote: 'qt_1' }, subscription_details: null };

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
  const dayMs = 24 * 3_600_000;

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
  ])('that %s is read so', async (_, changes, expected) => {
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
  ])('%s is read so', async (_, changes, expected) => {
    expect(await read(changes)).toMatchObject(expected);
  });
});

describe('a charge', () => {
  const charge = (id: string, changes: object = {}) => ({
    id,
    object: 'charge',
    customer: 'cus_1',
    payment_intent: 'pi_1',
    amount_refunded: 0,
    disputed: false,
    ...changes,
  });
  const paid = (invoice: unknown) => ({ '/v1/invoice_payments': [{ id: 'inpay_1', invoice }] });
  const invoiceOf = (subscription: string, status = 'paid') => ({
    id: 'in_1',
    object: 'invoice',
    status,
    parent: { type: 'subscription_details', subscription_details: { subscription } },
  });
  const subscriptionOf = (object: object, lists: ReturnType<typeof paid>) =>
    account.open({ answers: { 'GET /v1/charges/ch_1': { object } }, lists }).subscriptionOfCharge('ch_1');

  it.each([
    ['cus_1', 'cus_1'],
    [{ id: 'cus_1', object: 'customer' }, 'cus_1'],
    [null, null],
  ])('of the customer %j is one of %s', async (customer, expected) => {
    expect(await open('/v1/charges/ch_1', charge('ch_1', { customer })).customerOfCharge('ch_1')).toBe(
      expected,
    );
  });

  it('belongs to the subscription whose invoice it paid', async () => {
    expect(await subscriptionOf(charge('ch_1'), paid(invoiceOf('sub_1')))).toBe('sub_1');
    expect(account.calls().at(-1)?.query).toEqual({
      'payment[type]': 'payment_intent',
      'payment[payment_intent]': 'pi_1',
      limit: '1',
      'expand[0]': 'data.invoice',
    });
  });

  it.each([
    ['without a payment intent', charge('ch_1', { payment_intent: null }), paid(invoiceOf('sub_1'))],
    ['without an invoice', charge('ch_1'), { '/v1/invoice_payments': [] }],
    ['whose invoice was deleted', charge('ch_1'), paid({ id: 'in_1', object: 'invoice', deleted: true })],
    ['whose invoice is named alone', charge('ch_1'), paid('in_1')],
    ['of an invoice of no subscription', charge('ch_1'), paid({ ...invoiceOf('sub_1'), parent: null })],
    ['of the invoice of a quote', charge('ch_1'), paid({ ...invoiceOf('sub_1'), parent: quoted })],
  ])('%s belongs to no subscription', async (_, object, lists) => {
    expect(await subscriptionOf(object, lists)).toBeNull();
  });

  const dispute = (id: string, status: string) => ({
    id,
    object: 'dispute',
    status,
    amount: 1999,
    currency: 'usd',
    created: at,
  });
  const refund = {
    id: 're_1',
    object: 'refund',
    status: 'succeeded',
    amount: 5,
    currency: 'usd',
    created: at,
  };
  const flagsOf = async (
    charges: readonly ReturnType<typeof charge>[],
    {
      invoice = invoiceOf('sub_1'),
      disputes = [dispute('du_1', 'lost')],
    }: {
      invoice?: unknown;
      disputes?: readonly ReturnType<typeof dispute>[];
    } = {},
  ) => {
    const provider = account.open({
      lists: { '/v1/charges': charges, ...paid(invoice), '/v1/refunds': [refund], '/v1/disputes': disputes },
    });
    const { customerId, flags } = await provider.readCharges('cus_1');
    expect(customerId).toBe('cus_1');
    return Object.fromEntries(flags);
  };
  const back = (id: string, kind: string, amountMinor: number) => ({
    id,
    kind,
    subscriptionId: 'sub_1',
    amountMinor,
    currency: 'USD',
    atMs: 1_700_000_000_000,
  });

  it('that was refunded marks its subscription, and asks for no dispute', async () => {
    expect(await flagsOf([charge('ch_1', { amount_refunded: 5 })])).toEqual({
      sub_1: { wasRefunded: true, dispute: null, returned: [back('re_1', 'refund', 5)] },
    });
    expect(calls()).toEqual(['GET /v1/charges', 'GET /v1/invoice_payments', 'GET /v1/refunds']);
    expect(account.calls().map(({ query }) => query)).toMatchObject([
      { customer: 'cus_1' },
      { 'payment[payment_intent]': 'pi_1' },
      { charge: 'ch_1' },
    ]);
  });

  it('that was disputed marks its subscription, and asks for no refund', async () => {
    expect(await flagsOf([charge('ch_1', { disputed: true })])).toEqual({
      sub_1: { wasRefunded: false, dispute: 'lost', returned: [back('du_1', 'dispute', 1999)] },
    });
    expect(calls()).toEqual(['GET /v1/charges', 'GET /v1/invoice_payments', 'GET /v1/disputes']);
    expect(account.calls().at(-1)?.query).toMatchObject({ charge: 'ch_1' });
  });

  it('that is disputed before the dispute is listed has an open one', async () => {
    expect(await flagsOf([charge('ch_1', { disputed: true })], { disputes: [] })).toEqual({
      sub_1: { wasRefunded: false, dispute: 'open', returned: [] },
    });
  });

  it.each([
    [['won'], 'won'],
    [['needs_response'], 'open'],
    [['won', 'under_review'], 'open'],
    [['under_review', 'lost', 'won'], 'lost'],
  ])('with the disputes %j has one that is %s', async (statuses, expected) => {
    const disputes = statuses.map((status, number) => dispute(`du_${number}`, status));
    const provider = account.open({
      lists: { '/v1/charges': [charge('ch_1', { disputed: true })], ...paid(invoiceOf('sub_1')) },
      answers: { 'GET /v1/disputes': { object: { object: 'list', data: disputes, has_more: false } } },
    });
    const { flags } = await provider.readCharges('cus_1');
    expect(flags.get('sub_1')).toMatchObject({ dispute: expected });
    expect(account.calls().at(-1)?.query).toEqual({ charge: 'ch_1', limit: '100' });
  });

  it('leaves what an earlier or a later charge of the subscription has done', async () => {
    const [refunded, disputed] = [charge('ch_1', { amount_refunded: 5 }), charge('ch_2', { disputed: true })];
    const [re, du] = [back('re_1', 'refund', 5), back('du_1', 'dispute', 1999)];
    expect(await flagsOf([refunded, disputed])).toEqual({
      sub_1: { wasRefunded: true, dispute: 'lost', returned: [re, du] },
    });
    expect(await flagsOf([disputed, refunded])).toEqual({
      sub_1: { wasRefunded: true, dispute: 'lost', returned: [du, re] },
    });
  });

  it('of an invoice that is not paid in full marks its subscription, and returns no revenue', async () => {
    const invoice = invoiceOf('sub_1', 'open');
    expect(await flagsOf([charge('ch_1', { amount_refunded: 5 })], { invoice })).toEqual({
      sub_1: { wasRefunded: true, dispute: null, returned: [] },
    });
  });

  it('of another product, or of which nothing went back, marks no subscription', async () => {
    const foreign = { ...invoiceOf('sub_1'), parent: null };
    expect(await flagsOf([charge('ch_1', { disputed: true })], { invoice: foreign })).toEqual({});
    expect(await flagsOf([charge('ch_1'), charge('ch_2')])).toEqual({});
    expect(calls()).toEqual(['GET /v1/charges', 'GET /v1/charges']);
  });
});

describe('a call that fails', () => {
  const failWith = (status: number, error: object) => {
    const provider = account.open({ answers: { 'GET /v1/invoices/in_1': { status, error } } });
    return errorOf(provider.readInvoice('in_1')).then((reason) => ({ provider, reason }));
  };

  it.each([
    [500, { type: 'api_error' }, 'StripeAPIError 500 req_1'],
    [
      400,
      { type: 'invalid_request_error', code: 'parameter_missing', param: 'id', message: 'vera@example.com' },
      'StripeInvalidRequestError parameter_missing id 400 req_1',
    ],
    [401, { type: 'invalid_request_error' }, 'StripeAuthenticationError 401 req_1'],
  ])('with %i is described by what support needs, and nothing that a customer typed', async (...args) => {
    const [status, error, expected] = args;
    const { provider, reason } = await failWith(status, error);
    expect(provider.failureOf(reason)).toBe(expected);
  });

  it('because of the catalog is described by what the operator has to fix', () => {
    const mismatch = new CatalogMismatchError('a price is archived');
    expect(account.open({}).failureOf(mismatch)).toBe('a price is archived');
  });

  it.each([
    [409, 'idempotency_key_in_use', true],
    [400, 'parameter_missing', false],
    [500, undefined, false],
  ])('with %i (%s) may have had its effect: %s', async (status, code, expected) => {
    const { provider, reason } = await failWith(status, { type: 'invalid_request_error', code });
    expect(provider.isUncertain(reason)).toBe(expected);
  });

  it('without a response may have had its effect, and our own error has none', async () => {
    const provider = account.open({ answers: { 'GET /v1/invoices/in_1': 'connection breaks' } });
    expect(provider.isUncertain(await errorOf(provider.readInvoice('in_1')))).toBe(true);
    expect(provider.isUncertain(new Error('our own'))).toBe(false);
  });

  it.each([
    [400, { type: 'invalid_request_error', param: 'customer_email' }, true],
    [400, { type: 'invalid_request_error', code: 'email_invalid' }, true],
    [400, { type: 'invalid_request_error', code: 'parameter_missing', param: 'currency' }, false],
    [402, { type: 'card_error', code: 'email_invalid', param: 'customer_email' }, false],
  ])('with %i %j is because of the email: %s', async (status, error, expected) => {
    const { provider, reason } = await failWith(status, error);
    expect(provider.isEmailRejected(reason)).toBe(expected);
  });

  it('for a moment is made once more, but not if the caller waits only a moment', async () => {
    const outage = {
      answers: {
        'GET /v1/checkout/sessions/cs_test_1': 'asks to try again',
        'GET /v1/subscriptions/sub_1': 'asks to try again',
        'DELETE /v1/subscriptions/sub_1': 'asks to try again',
      },
    } as const;
    const limits = { timeoutMs: 3000 };
    await errorOf(account.open(outage).readSession('cs_test_1'));
    expect(calls()).toHaveLength(2);
    await errorOf(account.open(outage).readSession('cs_test_1', limits));
    expect(calls()).toHaveLength(1);
    await errorOf(account.open(outage).readSubscription('sub_1', limits));
    expect(calls()).toHaveLength(1);
    await errorOf(account.open(outage).cancelSubscription('sub_1', limits));
    expect(calls()).toHaveLength(1);
  });

  it('says nothing about how long the calls before it took', async () => {
    const provider = account.open({ answers: { 'GET /v1/invoices/in_1': { object: { id: 'in_1' } } } });
    await errorOf(provider.readInvoice('in_1'));
    await errorOf(provider.readInvoice('in_1'));
    expect(account.calls().flatMap(({ headers }) => Object.keys(headers))).not.toContain(
      'x-stripe-client-telemetry',
    );
  });
});
