import { sessionFor, startTestSandbox } from '../sandbox.testkit.ts';

/** Collects an object and everything in it that Stripe calls an object of its own. */
function collect(value: unknown, into: Map<string, object[]>): void {
  if (typeof value !== 'object' || value === null) return;
  const name = Reflect.get(value, 'object');
  if (typeof name === 'string' && name !== 'list') into.set(name, [...(into.get(name) ?? []), value]);
  for (const entry of Object.values(value)) collect(entry, into);
}

/** Everything that the sandbox returns and sends in a purchase, a year of payments and what may go wrong, by `object`. */
export async function collectResponses(): Promise<ReadonlyMap<string, readonly object[]>> {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const control = async (path: string, body: object = {}) => {
    const { status, body: answer } = await sandbox.post(`/sandbox/${path}`, body);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return answer;
  };
  const found = new Map<string, object[]>();
  const buy = async (number: string, change: object = {}) => {
    const session = await stripe.checkout.sessions.create({ ...(await sessionFor(stripe)), ...change });
    collect(session, found);
    await sandbox.pay(session, number);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    collect(paid, found);
    return { id: paid.id, subscription: String(paid.subscription), customer: String(paid.customer) };
  };
  try {
    const first = await buy('4242424242424242', { automatic_tax: { enabled: true } });
    const path = `subscriptions/${first.subscription}`;
    await control(`${path}/announce-renewal`);
    await control(`${path}/advance`);
    await control(`${path}/pause`);
    await control(`${path}/resume`);
    await control(`${path}/advance`, { payment: 'needs-authentication' });
    await control(`${path}/retry`, { payment: 'fails' });
    const latest = await stripe.subscriptions.retrieve(first.subscription, { expand: ['latest_invoice'] });
    collect(latest, found);
    await control(`${path}/end-retries`, { subscription: 'canceled', invoice: 'uncollectible' });
    const charges = await stripe.charges.list({ customer: first.customer });
    collect(charges, found);
    collect(
      await stripe.invoicePayments.list({ expand: ['data.invoice', 'data.payment.payment_intent'] }),
      found,
    );
    const paidCharge = charges.data.find(({ paid }) => paid)?.id ?? '';
    const refund = await stripe.refunds.create({ charge: paidCharge, amount: 100 });
    collect(refund, found);
    await control(`refunds/${refund.id}/fail`);
    await control(`charges/${paidCharge}/early-fraud-warning`);
    await control(`disputes/${(await control(`charges/${paidCharge}/dispute`)).id}/close`, { status: 'won' });
    collect(await stripe.disputes.list({ charge: paidCharge }), found);

    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1 });
    const customer = await stripe.customers.create({ test_clock: clock.id, source: 'tok_visa' });
    collect([clock, customer], found);

    const late = await buy('000000000009');
    await control(`sessions/${late.id}/settle`, { payment: 'fails' });
    await control(`subscriptions/${late.subscription}/end-retries`);
    collect(await stripe.prices.list({ expand: ['data.currency_options'] }), found);
    collect(await stripe.products.list(), found);
    collect(await stripe.coupons.list({ expand: ['data.currency_options'] }), found);
    for await (const event of stripe.events.list({ limit: 100 })) collect(event, found);
    return found;
  } finally {
    await sandbox.close();
  }
}
