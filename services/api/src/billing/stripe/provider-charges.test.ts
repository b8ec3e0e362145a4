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
    // An inquiry that became no dispute, and a dispute that was prevented.
    [['warning_closed'], 'won'],
    [['prevented'], 'won'],
    [['warning_needs_response'], 'open'],
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

  it('that was refunded in parts returns each part', async () => {
    const parts = [refund, { ...refund, id: 're_2', amount: 7 }];
    const provider = account.open({
      lists: { '/v1/charges': [charge('ch_1', { amount_refunded: 12 })], ...paid(invoiceOf('sub_1')) },
      answers: { 'GET /v1/refunds': { object: { object: 'list', data: parts, has_more: false } } },
    });
    const { flags } = await provider.readCharges('cus_1');
    expect(flags.get('sub_1')?.returned).toEqual([back('re_1', 'refund', 5), back('re_2', 'refund', 7)]);
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
