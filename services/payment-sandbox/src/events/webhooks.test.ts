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
/** https://docs.stripe.com/billing/subscriptions/webhooks and https://docs.stripe.com/api/events/types */
const purchase = [
  'customer.created',
  'invoice.created',
  'payment_intent.created',
  'invoice.finalized',
  'customer.subscription.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'invoice_payment.paid',
  'invoice.paid',
  'invoice.payment_succeeded',
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

  it('arrive in any order, unless the order is set', async () => {
    await sandbox.close();
    sandbox = await startTestSandbox({ SANDBOX_DELIVERY_ORDER: 'shuffled' });
    const orders = new Set<string>();
    for (let purchases = 1; purchases <= 4; purchases += 1) {
      await sandbox.pay(await open());
      await sandbox.until(({ taken }) => taken.length === purchase.length);
      expect(typesTaken().toSorted()).toEqual(purchase.toSorted());
      orders.add(typesTaken().join());
      sandbox.webhook.taken.length = 0;
    }
    // All four orders are equal once in 11!³ runs.
    expect(orders.size).toBeGreaterThan(1);
  });

  it('do not report a declined card', async () => {
    await sandbox.pay(await open(), '4000000000000002');
    expect((await sandbox.stripe.events.list()).data).toEqual([]);
  });

  it('report an expired session once', async () => {
    const { sessions } = sandbox.stripe.checkout;
    const { id } = await open();
    expect(await sessions.expire(id)).toMatchObject({ status: 'expired', client_secret: null });
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
    // A redirect is no receipt either. https://docs.stripe.com/webhooks#acknowledge-events-immediately
    sandbox.webhook.status = 302;
    const before = sandbox.webhook.calls;
    await sandbox.until(({ calls }) => calls >= before + purchase.length);
    const { deliveries } = await (await fetch(`${sandbox.url}/sandbox/deliveries`)).json();
    expect(new Set(deliveries.map(({ status }: { status: string }) => status))).toEqual(new Set(['due']));
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
  const advance = (id: string) => sandbox.post(`/sandbox/subscriptions/${id}/advance`, {});

  it('renews at the full price', async () => {
    const id = await subscribe();
    const before = await sandbox.stripe.subscriptions.retrieve(id);
    await advance(id);
    await sandbox.until(({ taken }) => taken.at(-1)?.type === 'customer.subscription.updated');
    expect(sandbox.webhook.taken).toMatchObject([
      { type: 'invoice.created', data: { object: { status: 'draft', number: null } } },
      { type: 'payment_intent.created' },
      { type: 'invoice.finalized', data: { object: { status: 'open' } } },
      { type: 'charge.succeeded' },
      { type: 'payment_intent.succeeded' },
      { type: 'invoice_payment.paid' },
      { type: 'invoice.paid', data: { object: { billing_reason: 'subscription_cycle', amount_paid: 3999 } } },
      { type: 'invoice.payment_succeeded' },
      { type: 'customer.subscription.updated', data: { object: { id, status: 'active' } } },
    ]);
    const after = await sandbox.stripe.subscriptions.retrieve(id);
    expect(after.items.data[0]?.current_period_start).toBe(before.items.data[0]?.current_period_end);
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
    await expect(sandbox.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('can be paused and resumed', async () => {
    const id = await subscribe();
    expect(await sandbox.post(`/sandbox/subscriptions/${id}/pause`, {})).toMatchObject({ status: 200 });
    expect((await sandbox.stripe.subscriptions.retrieve(id)).status).toBe('paused');
    expect((await advance(id)).status).toBe(404);
    expect(await sandbox.post(`/sandbox/subscriptions/${id}/resume`, {})).toMatchObject({ status: 200 });
    await sandbox.until(({ taken }) => taken.length === 2);
    expect(typesTaken()).toEqual(['customer.subscription.paused', 'customer.subscription.resumed']);
  });

  it('announces its renewal with the full price and no invoice id', async () => {
    const id = await subscribe();
    const { items } = await sandbox.stripe.subscriptions.retrieve(id);
    await sandbox.post(`/sandbox/subscriptions/${id}/announce-renewal`, {});
    await sandbox.until(({ taken }) => taken.length === 1);
    const [event] = sandbox.webhook.taken;
    expect(event).toMatchObject({
      type: 'invoice.upcoming',
      data: {
        object: {
          amount_due: 3999,
          currency: 'usd',
          billing_reason: 'upcoming',
          next_payment_attempt: items.data[0]?.current_period_end,
          parent: { subscription_details: { subscription: id } },
        },
      },
    });
    expect(event?.data.object).not.toHaveProperty('id');
  });

  it('that ends with its period announces no renewal', async () => {
    const id = await subscribe();
    const body = new URLSearchParams({ email: 'buyer@example.com', subscription: id });
    await fetch(`${sandbox.url}/p/login/test`, { method: 'POST', body });
    expect((await sandbox.post(`/sandbox/subscriptions/${id}/announce-renewal`, {})).status).toBe(404);
    expect((await sandbox.stripe.events.list({ type: 'invoice.upcoming' })).data).toEqual([]);
  });
});
