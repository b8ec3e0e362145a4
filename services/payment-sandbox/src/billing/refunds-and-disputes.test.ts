import { startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

/** Finds the charge of a session as the service does: by its customer. */
async function chargeOf({ customer }: { customer: unknown }): Promise<string> {
  const { data } = await sandbox.stripe.charges.list({ customer: String(customer) });
  return data[0]?.id ?? '';
}

const typesTaken = () => sandbox.webhook.taken.map(({ type }) => type);

it('a charge leads by its payment to the invoice and the subscription that it paid for', async () => {
  const [one, other] = [await sandbox.buy(), await sandbox.buy()];
  const { charges, invoicePayments } = sandbox.stripe;
  for (const { customer, invoice, subscription } of [one, other]) {
    const { payment_intent } = await charges.retrieve(await chargeOf({ customer }));
    const payment = { type: 'payment_intent', payment_intent: String(payment_intent) } as const;
    const { data } = await invoicePayments.list({ payment, expand: ['data.invoice'] });
    expect(data).toMatchObject([
      { invoice: { id: invoice, parent: { subscription_details: { subscription } } } },
    ]);
  }
});

describe('a refund', () => {
  it('refunds the whole charge, sends events, and cannot be repeated', async () => {
    const charge = await chargeOf(await sandbox.buy());
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
    const charge = await chargeOf(await sandbox.buy());
    const { charges, refunds } = sandbox.stripe;
    await refunds.create({ charge, amount: 999 });
    expect(await charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 999 });
    await expect(refunds.create({ charge, amount: 1001 })).rejects.toMatchObject({ param: 'amount' });
  });

  it('that fails no longer counts for its charge, which can be refunded again', async () => {
    const charge = await chargeOf(await sandbox.buy());
    const { charges, refunds } = sandbox.stripe;
    await refunds.create({ charge, amount: 500 });
    const { id } = await refunds.create({ charge, amount: 999 });
    await sandbox.until(({ taken }) => taken.length === 4);
    sandbox.webhook.taken.length = 0;
    expect((await sandbox.post(`/sandbox/refunds/${id}/fail`, {})).status).toBe(200);
    expect((await sandbox.post(`/sandbox/refunds/${id}/fail`, {})).status).toBe(404);
    await sandbox.until(({ taken }) => taken.length === 3);
    const failed = { id, charge, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'refund.failed', data: { object: failed } },
      { type: 'refund.updated', data: { object: failed, previous_attributes: { status: 'succeeded' } } },
      { type: 'charge.refund.updated', data: { object: failed } },
    ]);
    expect(await charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 500 });
    expect(await refunds.create({ charge })).toMatchObject({ amount: 1499, status: 'succeeded' });
  });
});

describe('a dispute', () => {
  it.each([
    ['won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['lost', ['charge.dispute.closed']],
  ])('is opened once and %s once, and the charge stays disputed', async (status, closing) => {
    const charge = await chargeOf(await sandbox.buy());
    const path = `/sandbox/charges/${charge}/dispute`;
    const { body: dispute } = await sandbox.post(path, { reason: 'fraudulent' });
    expect((await sandbox.post(path, {})).status).toBe(404);
    await sandbox.until(({ taken }) => taken.length === 2);
    const opened = { charge, amount: 1999, status: 'needs_response' };
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'charge.dispute.created', data: { object: opened } },
      { type: 'charge.dispute.funds_withdrawn', data: { object: opened } },
    ]);
    sandbox.webhook.taken.length = 0;
    const close = () => sandbox.post(`/sandbox/disputes/${dispute.id}/close`, { status });
    expect(await close()).toMatchObject({ status: 200, body: { status } });
    expect((await close()).status).toBe(404);
    await sandbox.until(({ taken }) => taken.length === closing.length);
    expect(typesTaken()).toEqual(closing);
    expect(sandbox.webhook.taken[0]?.data.object).toMatchObject({ id: dispute.id, charge, status });
    expect((await sandbox.stripe.charges.retrieve(charge)).disputed).toBe(true);
    const { data } = await sandbox.stripe.disputes.list({ charge });
    expect(data).toMatchObject([{ id: dispute.id, status }]);
  });
});

it('a dispute after a refund of a part is about the rest', async () => {
  const charge = await chargeOf(await sandbox.buy());
  await sandbox.stripe.refunds.create({ charge, amount: 999 });
  const { body } = await sandbox.post(`/sandbox/charges/${charge}/dispute`, {});
  expect(body).toMatchObject({ charge, amount: 1000 });
});

// https://docs.stripe.com/api/radar/early_fraud_warnings/object#early_fraud_warning_object-actionable
it.each([
  ['refunded', (charge: string) => sandbox.stripe.refunds.create({ charge })],
  ['disputed', (charge: string) => sandbox.post(`/sandbox/charges/${charge}/dispute`, {})],
])('a suspicion of fraud of a charge that was %s needs no action', async (_, end) => {
  const charge = await chargeOf(await sandbox.buy());
  await end(charge);
  const { body } = await sandbox.post(`/sandbox/charges/${charge}/early-fraud-warning`, {});
  expect(body).toMatchObject({ charge, actionable: false });
});

it('a suspicion of fraud is sent with its charge', async () => {
  const charge = await chargeOf(await sandbox.buy());
  await sandbox.post(`/sandbox/charges/${charge}/early-fraud-warning`, {});
  await sandbox.until(({ taken }) => taken.length === 1);
  const warning = { object: 'radar.early_fraud_warning', charge, actionable: true };
  expect(sandbox.webhook.taken).toMatchObject([
    { type: 'radar.early_fraud_warning.created', data: { object: warning } },
  ]);
});

describe('the customer portal', () => {
  const page = async (query = '') => (await fetch(`${sandbox.url}/p/login/test${query}`)).text();

  it('shows that it is a test and escapes its parameters', async () => {
    expect(await page()).toContain('TEST MODE');
    expect(await page('?email=%22%3E%3Cb%3E')).not.toContain('<b>');
  });

  it('shows no subscription that has ended or expired', async () => {
    const { id, subscription } = await sandbox.buy('000000000009');
    await sandbox.post(`/sandbox/sessions/${id}/settle`, { payment: 'fails' });
    expect(await page('?email=buyer@example.com')).toContain('4-WEEK PLAN');
    await sandbox.post(`/sandbox/subscriptions/${String(subscription)}/end-retries`, {});
    expect(await page('?email=buyer@example.com')).toContain('No subscription has this email.');
  });

  it('cancels a subscription at the end of its period for the buyer’s email', async () => {
    const { subscription } = await sandbox.buy();
    expect(await page('?email=other@example.com')).not.toContain('Cancel subscription');
    expect(await page('?email=buyer@example.com')).toMatch(/4-WEEK PLAN.*Renews on .* for \$39\.99/s);
    const cancelAs = async (email: string) => {
      const body = new URLSearchParams({ email, subscription: String(subscription) });
      return (await fetch(`${sandbox.url}/p/login/test`, { method: 'POST', body })).text();
    };
    await cancelAs('other@example.com');
    expect(await page('?email=buyer@example.com')).toContain('Cancel subscription');
    expect(await cancelAs('buyer@example.com')).toContain('Canceled. It ends on');
    await sandbox.until(({ taken }) => taken.length === 1);
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'customer.subscription.updated', data: { object: { cancel_at_period_end: true } } },
    ]);
  });
});
