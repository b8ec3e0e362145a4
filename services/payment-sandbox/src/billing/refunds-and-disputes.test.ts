import { sessionFor, startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

/** Pays with a card or a bank account, and waits for the webhooks. */
async function buy(number?: string) {
  const { stripe } = sandbox;
  const session = await stripe.checkout.sessions.create(await sessionFor(stripe));
  await sandbox.pay(session, number);
  await sandbox.until(({ taken }) => taken.some(({ type }) => type === 'checkout.session.completed'));
  sandbox.webhook.taken.length = 0;
  return stripe.checkout.sessions.retrieve(session.id);
}

/** Finds the charge of a session as the service does: by its customer. */
async function chargeOf({ customer }: { customer: unknown }): Promise<string> {
  const { data } = await sandbox.stripe.charges.list({ customer: String(customer) });
  return data[0]?.id ?? '';
}

const typesTaken = () => sandbox.webhook.taken.map(({ type }) => type);

describe('a refund', () => {
  it('refunds the whole charge, sends events, and cannot be repeated', async () => {
    const charge = await chargeOf(await buy());
    const { refunds } = sandbox.stripe;
    expect(await refunds.create({ charge, reason: 'requested_by_customer' })).toMatchObject({
      object: 'refund',
      amount: 1999,
      charge,
      status: 'succeeded',
    });
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'refund.created' },
      { type: 'charge.refunded', data: { object: { id: charge, refunded: true, amount_refunded: 1999 } } },
    ]);
    await expect(refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });

  it('of a part leaves the rest of the charge', async () => {
    const charge = await chargeOf(await buy());
    const { charges, refunds } = sandbox.stripe;
    await refunds.create({ charge, amount: 999 });
    expect(await charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 999 });
    await expect(refunds.create({ charge, amount: 1001 })).rejects.toMatchObject({ param: 'amount' });
  });
});

it('a dispute is opened once on demand and sends an event', async () => {
  const charge = await chargeOf(await buy());
  const path = `/sandbox/charges/${charge}/dispute`;
  expect((await sandbox.post(path, { reason: 'fraudulent' })).status).toBe(200);
  expect((await sandbox.post(path, {})).status).toBe(404);
  await sandbox.until(({ taken }) => taken.length === 1);
  expect(sandbox.webhook.taken).toMatchObject([
    { type: 'charge.dispute.created', data: { object: { charge, amount: 1999, status: 'needs_response' } } },
  ]);
  expect((await sandbox.stripe.charges.retrieve(charge)).disputed).toBe(true);
});

describe('a payment from a bank account', () => {
  const finishPayment = (id: string, payment: 'succeeds' | 'fails') =>
    sandbox.post(`/sandbox/sessions/${id}/settle`, { payment });

  it('completes the session unpaid, and is finished once', async () => {
    const { id, status, payment_status, invoice } = await buy('000123456789');
    expect([status, payment_status]).toEqual(['complete', 'unpaid']);
    expect((await sandbox.stripe.invoices.retrieve(String(invoice))).status).toBe('open');
    expect((await finishPayment(id, 'succeeds')).status).toBe(200);
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(typesTaken()).toEqual(['invoice.paid', 'checkout.session.async_payment_succeeded']);
    expect((await sandbox.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
    expect((await finishPayment(id, 'fails')).status).toBe(404);
  });

  it('that fails ends the subscription and leaves the session unpaid', async () => {
    const { id, subscription } = await buy('000123456789');
    await finishPayment(id, 'fails');
    await sandbox.until(({ taken }) => taken.length === 3);
    expect(typesTaken()).toEqual([
      'invoice.payment_failed',
      'customer.subscription.deleted',
      'checkout.session.async_payment_failed',
    ]);
    expect((await sandbox.stripe.subscriptions.retrieve(String(subscription))).status).toBe('canceled');
    expect((await sandbox.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('unpaid');
    expect((await finishPayment(id, 'succeeds')).status).toBe(404);
  });
});

describe('the customer portal', () => {
  const page = async (query = '') => (await fetch(`${sandbox.url}/p/login/test${query}`)).text();

  it('shows that it is a test and escapes its parameters', async () => {
    expect(await page()).toContain('TEST MODE');
    expect(await page('?email=%22%3E%3Cb%3E')).not.toContain('<b>');
  });

  it('cancels a subscription at the end of its period for the buyer’s email', async () => {
    const { subscription } = await buy();
    expect(await page('?email=other@example.com')).not.toContain('Cancel subscription');
    expect(await page('?email=buyer@example.com')).toMatch(/4-WEEK PLAN.*Renews on .* for \$39\.99/s);
    const body = new URLSearchParams({ email: 'buyer@example.com', subscription: String(subscription) });
    const answer = await fetch(`${sandbox.url}/p/login/test`, { method: 'POST', body });
    expect(await answer.text()).toContain('Canceled. It ends on');
    await sandbox.until(({ taken }) => taken.length === 1);
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'customer.subscription.updated', data: { object: { cancel_at_period_end: true } } },
    ]);
  });
});
