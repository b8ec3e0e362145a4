import { sessionFor, startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

/** Pays. Returns the session and its subscription. */
async function buy(number?: string) {
  const { id, subscription } = await sandbox.buy(number);
  return { id, subscription: String(subscription) };
}

const control = (path: string, body: object = {}) => sandbox.post(`/sandbox/${path}`, body);

/** The statuses of session, subscription and latest invoice. */
async function statusesOf({ id, subscription }: { id: string; subscription: string }) {
  const { checkout, subscriptions } = sandbox.stripe;
  const { status, payment_status } = await checkout.sessions.retrieve(id);
  const { status: now, latest_invoice } = await subscriptions.retrieve(subscription, {
    expand: ['latest_invoice'],
  });
  const invoice = typeof latest_invoice === 'object' ? latest_invoice?.status : undefined;
  return [status, payment_status, now, invoice];
}

const sent = async (type: string) => sandbox.until(({ taken }) => taken.some((event) => event.type === type));
const typesTaken = () => sandbox.webhook.taken.map(({ type }) => type);

/** Bank accounts, and the status of a subscription while its first payment is in progress. */
const bankAccounts = [
  ['000123456789', 'active', 'past_due'],
  ['000000000009', 'incomplete', 'incomplete'],
] as const;

describe('a first payment from a bank account', () => {
  it.each(bankAccounts)('%s that succeeds late pays the session', async (number, pending) => {
    const bought = await buy(number);
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', pending, 'open']);
    expect((await control(`sessions/${bought.id}/settle`, { payment: 'succeeds' })).status).toBe(200);
    await sent('checkout.session.async_payment_succeeded');
    expect(typesTaken()).toEqual(expect.arrayContaining(['charge.succeeded', 'invoice.paid']));
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'active', 'paid']);
    expect((await control(`sessions/${bought.id}/settle`, { payment: 'fails' })).status).toBe(404);
  });

  it.each(bankAccounts)(
    '%s that fails leaves the session complete and unpaid',
    async (number, _pending, failed) => {
      const bought = await buy(number);
      await control(`sessions/${bought.id}/settle`, { payment: 'fails' });
      await sent('checkout.session.async_payment_failed');
      expect(typesTaken()).toEqual(
        expect.arrayContaining(['charge.failed', 'payment_intent.payment_failed', 'invoice.payment_failed']),
      );
      expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', failed, 'open']);
    },
  );

  it('can succeed after its failure, when the invoice is paid later', async () => {
    const bought = await buy('000123456789');
    await control(`sessions/${bought.id}/settle`, { payment: 'fails' });
    await control(`subscriptions/${bought.subscription}/retry`);
    await sent('invoice.paid');
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'active', 'paid']);
  });

  it('that fails leaves an open invoice after the subscription is canceled, which can be voided once', async () => {
    const { stripe } = sandbox;
    const bought = await buy('000123456789');
    await control(`sessions/${bought.id}/settle`, { payment: 'fails' });
    const { latest_invoice } = await stripe.subscriptions.cancel(bought.subscription);
    await sent('customer.subscription.deleted');
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'canceled', 'open']);
    await stripe.invoices.voidInvoice(String(latest_invoice));
    await sent('invoice.voided');
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'canceled', 'void']);
    await expect(stripe.invoices.voidInvoice(String(latest_invoice))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  });

  it('that fails after the renewal was paid leaves the subscription active, which is about its latest invoice', async () => {
    const bought = await buy('000123456789');
    await control(`subscriptions/${bought.subscription}/advance`);
    await control(`sessions/${bought.id}/settle`, { payment: 'fails' });
    await sent('checkout.session.async_payment_failed');
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'active', 'paid']);
    const { invoice } = await sandbox.stripe.checkout.sessions.retrieve(bought.id, { expand: ['invoice'] });
    expect(invoice).toMatchObject({ status: 'open', billing_reason: 'subscription_create' });
  });

  it('whose invoice is marked uncollectible leaves the subscription active, and the invoice can be voided', async () => {
    const { stripe } = sandbox;
    const bought = await buy('000123456789');
    await control(`sessions/${bought.id}/settle`, { payment: 'fails' });
    const end = { subscription: 'past_due', invoice: 'uncollectible' };
    await control(`subscriptions/${bought.subscription}/end-retries`, end);
    await sent('invoice.marked_uncollectible');
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'active', 'uncollectible']);
    const { latest_invoice } = await stripe.subscriptions.retrieve(bought.subscription);
    await stripe.invoices.voidInvoice(String(latest_invoice));
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'active', 'void']);
    await expect(stripe.invoices.voidInvoice(String(latest_invoice))).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('expires an incomplete subscription and voids its invoice', async () => {
    const bought = await buy('000000000009');
    await control(`sessions/${bought.id}/settle`, { payment: 'fails' });
    await control(`subscriptions/${bought.subscription}/end-retries`);
    await sent('invoice.voided');
    expect(await statusesOf(bought)).toEqual(['complete', 'unpaid', 'incomplete_expired', 'void']);
  });
});

describe('a renewal that fails', () => {
  const failed = async () => {
    const bought = await buy();
    await control(`subscriptions/${bought.subscription}/advance`, { payment: 'fails' });
    return bought;
  };

  it('makes the subscription past due, with the failed charge', async () => {
    const bought = await failed();
    await sent('invoice.payment_failed');
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'past_due', 'open']);
    const { customer } = await sandbox.stripe.subscriptions.retrieve(bought.subscription);
    expect((await sandbox.stripe.charges.list({ customer: String(customer) })).data).toMatchObject([
      { amount: 3999, paid: false, failure_code: 'card_declined' },
      { amount: 1999, paid: true },
    ]);
  });

  it('is paid by a retry of the same invoice', async () => {
    const bought = await failed();
    const path = `subscriptions/${bought.subscription}`;
    const { latest_invoice } = await sandbox.stripe.subscriptions.retrieve(bought.subscription);
    await control(`${path}/retry`, { payment: 'fails' });
    await control(`${path}/retry`);
    await sent('invoice.paid');
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'active', 'paid']);
    expect(await sandbox.stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      attempt_count: 3,
      amount_paid: 3999,
    });
    expect((await control(`${path}/retry`)).status).toBe(404);
  });

  it.each([
    ['past_due', 'open', 'past_due', 'invoice.payment_failed'],
    ['unpaid', 'open', 'unpaid', 'customer.subscription.updated'],
    ['canceled', 'open', 'canceled', 'customer.subscription.deleted'],
    ['canceled', 'uncollectible', 'canceled', 'invoice.marked_uncollectible'],
  ])('ends as %s with its invoice %s, as the account is set', async (subscription, invoice, status, type) => {
    const bought = await failed();
    await control(`subscriptions/${bought.subscription}/end-retries`, { subscription, invoice });
    await sent(type);
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', status, invoice]);
  });

  it('is not charged again once the subscription was canceled', async () => {
    const bought = await failed();
    const path = `subscriptions/${bought.subscription}`;
    await control(`${path}/end-retries`, { subscription: 'canceled' });
    expect((await control(`${path}/retry`)).status).toBe(404);
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'canceled', 'open']);
  });

  it('is paid again from unpaid', async () => {
    const bought = await failed();
    await control(`subscriptions/${bought.subscription}/end-retries`, { subscription: 'unpaid' });
    await control(`subscriptions/${bought.subscription}/retry`);
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'active', 'paid']);
  });

  it('needs the buyer if the bank wants 3-D Secure, and charges nothing until then', async () => {
    const bought = await buy();
    const path = `subscriptions/${bought.subscription}`;
    await control(`${path}/advance`, { payment: 'needs-authentication' });
    await sent('customer.subscription.updated');
    expect(typesTaken()).toEqual([
      'invoice.created',
      'payment_intent.created',
      'invoice.finalized',
      'payment_intent.requires_action',
      'invoice.payment_action_required',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'past_due', 'open']);
    const { customer } = await sandbox.stripe.subscriptions.retrieve(bought.subscription);
    expect((await sandbox.stripe.charges.list({ customer: String(customer) })).data).toHaveLength(1);
    await control(`${path}/retry`);
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'active', 'paid']);
  });

  it('stays a draft if it cannot be finalized', async () => {
    const bought = await buy();
    await control(`subscriptions/${bought.subscription}/fail-finalization`);
    await sent('invoice.finalization_failed');
    expect(await statusesOf(bought)).toEqual(['complete', 'paid', 'active', 'draft']);
  });
});

describe('tax and discounts', () => {
  it('are shown in the session and in its invoice, and the tax is part of the price', async () => {
    const { stripe } = sandbox;
    const params = { ...(await sessionFor(stripe)), automatic_tax: { enabled: true } };
    const session = await stripe.checkout.sessions.create(params);
    // 19.99 contains 3.19 at 19 percent: 19.99 - 19.99 / 1.19.
    expect(session.total_details).toEqual({ amount_discount: 2000, amount_shipping: 0, amount_tax: 319 });
    expect(session.amount_total).toBe(1999);
    await sandbox.pay(session);
    const { invoice } = await stripe.checkout.sessions.retrieve(session.id);
    expect(await stripe.invoices.retrieve(String(invoice))).toMatchObject({
      subtotal: 3999,
      total: 1999,
      total_excluding_tax: 1680,
      total_discount_amounts: [{ amount: 2000 }],
      discounts: [expect.stringMatching(/^di_/)],
      total_taxes: [{ amount: 319, tax_behavior: 'inclusive', taxable_amount: 1680 }],
    });
  });

  it('are absent if they were not requested', async () => {
    const { stripe } = sandbox;
    const { discounts: _none, ...params } = await sessionFor(stripe);
    const session = await stripe.checkout.sessions.create(params);
    expect(session.total_details).toEqual({ amount_discount: 0, amount_shipping: 0, amount_tax: 0 });
    await sandbox.pay(session);
    const { invoice } = await stripe.checkout.sessions.retrieve(session.id);
    expect(await stripe.invoices.retrieve(String(invoice))).toMatchObject({
      total_taxes: [],
      total_discount_amounts: [],
      discounts: [],
    });
  });
});

it('a second purchase can reuse the customer, whose email fills the form and whose currency stays', async () => {
  const { stripe } = sandbox;
  const first = await buy();
  const { customer } = await stripe.subscriptions.retrieve(first.subscription);
  const { customer_email: _replaced, ...params } = await sessionFor(stripe, 'plan1');
  const session = await stripe.checkout.sessions.create({ ...params, customer: String(customer) });
  expect(session).toMatchObject({ customer, customer_email: null });
  expect(await sandbox.view(session)).toMatchObject({ email: 'buyer@example.com' });
  await sandbox.pay(session);
  expect((await stripe.checkout.sessions.retrieve(session.id)).customer).toBe(customer);
  const inEuros = { ...params, customer: String(customer), currency: 'eur' };
  await expect(stripe.checkout.sessions.create(inEuros)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    message: expect.stringContaining('(eur) does not match the customer currency (usd)'),
  });
  const both = { ...params, customer: String(customer), customer_email: 'buyer@example.com' };
  await expect(stripe.checkout.sessions.create(both)).rejects.toThrow('only specify one of these parameters');
});
