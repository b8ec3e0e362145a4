import { sessionFor, startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

async function open() {
  const { stripe } = sandbox;
  return stripe.checkout.sessions.create(await sessionFor(stripe));
}

async function subscribe(): Promise<string> {
  const session = await open();
  await sandbox.pay(session);
  await sandbox.until(({ taken }) => taken.some(({ type }) => type === 'checkout.session.completed'));
  const { subscription } = await sandbox.stripe.checkout.sessions.retrieve(session.id);
  sandbox.webhook.taken.length = 0;
  return String(subscription);
}

const typesTaken = () => sandbox.webhook.taken.map(({ type }) => type);
const purchase = [
  'customer.created',
  'customer.subscription.created',
  'invoice.paid',
  'checkout.session.completed',
];

describe('webhooks', () => {
  it('report a purchase once, signed, in the API version of the library', async () => {
    const session = await open();
    await Promise.all([sandbox.pay(session), sandbox.pay(session)]);
    await sandbox.until(({ taken }) => taken.length === purchase.length);
    expect(typesTaken()).toEqual(purchase);
    expect(sandbox.webhook.taken.at(-1)).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: session.id, status: 'complete', payment_status: 'paid', amount_total: 1999 } },
    });
  });

  it('do not report a declined card', async () => {
    await sandbox.pay(await open(), '4000000000000002');
    expect((await sandbox.stripe.events.list()).data).toEqual([]);
  });

  it('report an expired session once', async () => {
    const { sessions } = sandbox.stripe.checkout;
    const { id } = await open();
    expect((await sessions.expire(id)).status).toBe('expired');
    await expect(sessions.expire(id)).rejects.toThrow('Only Checkout Sessions with a status in ["open"]');
    await sandbox.until(({ taken }) => taken.length === 1);
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'checkout.session.expired', data: { object: { id } } },
    ]);
  });

  it('are retried until the response is 2xx', async () => {
    sandbox.webhook.status = 503;
    await sandbox.pay(await open());
    await sandbox.until(({ calls }) => calls > 2 * purchase.length);
    sandbox.webhook.status = 200;
    await sandbox.until(({ taken }) => taken.length === purchase.length);
    expect(typesTaken().toSorted()).toEqual(purchase.toSorted());
  });

  it('wait while they are held, and can be released twice and in reverse order', async () => {
    await sandbox.post('/sandbox/deliveries/hold', {});
    await sandbox.pay(await open());
    const held = await (await fetch(`${sandbox.url}/sandbox/deliveries`)).json();
    expect(held.deliveries.map(({ status }: { status: string }) => status)).toEqual(
      purchase.map(() => 'held'),
    );
    expect(sandbox.webhook.calls).toBe(0);

    await sandbox.post('/sandbox/deliveries/release', { copies: 2, order: 'reversed' });
    await sandbox.until(({ taken }) => taken.length === 2 * purchase.length);
    expect(typesTaken()).toEqual(purchase.toReversed().flatMap((type) => [type, type]));
  });

  it('are sent again on demand with the same event id', async () => {
    await subscribe();
    const [event] = (await sandbox.stripe.events.list({ type: 'checkout.session.completed' })).data;
    await sandbox.post(`/sandbox/events/${event?.id}/redeliver`, { copies: 2 });
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(sandbox.webhook.taken.map(({ id }) => id)).toEqual([event?.id, event?.id]);
  });
});

describe('a subscription', () => {
  const advance = (id: string, payment: 'succeeds' | 'fails' = 'succeeds') =>
    sandbox.post(`/sandbox/subscriptions/${id}/advance`, { payment });

  it('renews at the full price', async () => {
    const id = await subscribe();
    const before = await sandbox.stripe.subscriptions.retrieve(id);
    await advance(id);
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'customer.subscription.updated', data: { object: { id, status: 'active' } } },
      { type: 'invoice.paid', data: { object: { billing_reason: 'subscription_cycle', amount_paid: 3999 } } },
    ]);
    const after = await sandbox.stripe.subscriptions.retrieve(id);
    expect(after.items.data[0]?.current_period_start).toBe(before.items.data[0]?.current_period_end);
  });

  it('is past due after a renewal that failed', async () => {
    const id = await subscribe();
    await advance(id, 'fails');
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(typesTaken()).toEqual(['customer.subscription.updated', 'invoice.payment_failed']);
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  });

  it('shows the charges of each invoice', async () => {
    const id = await subscribe();
    await advance(id, 'fails');
    const { stripe } = sandbox;
    const { customer, latest_invoice } = await stripe.subscriptions.retrieve(id);
    expect((await stripe.invoices.retrieve(String(latest_invoice))).status).toBe('open');
    expect((await stripe.charges.list({ customer: String(customer) })).data).toMatchObject([
      { amount: 3999, paid: false, failure_code: 'card_declined' },
      { amount: 1999, paid: true },
    ]);
  });

  it('ends with its period after it was canceled in the portal', async () => {
    const id = await subscribe();
    const body = new URLSearchParams({ email: 'buyer@example.com', subscription: id });
    await fetch(`${sandbox.url}/p/login/test`, { method: 'POST', body });
    const { latest_invoice } = await sandbox.stripe.subscriptions.retrieve(id);
    await advance(id);
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(typesTaken()).toEqual(['customer.subscription.updated', 'customer.subscription.deleted']);
    expect((await sandbox.stripe.subscriptions.retrieve(id)).latest_invoice).toBe(latest_invoice);
  });

  it('ends at once if it is canceled', async () => {
    const id = await subscribe();
    expect((await sandbox.stripe.subscriptions.cancel(id)).status).toBe('canceled');
    await sandbox.until(({ taken }) => taken.length === 1);
    expect(typesTaken()).toEqual(['customer.subscription.deleted']);
  });
});
