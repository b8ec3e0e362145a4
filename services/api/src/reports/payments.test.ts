import Stripe from 'stripe';

import { startVisit } from '../billing/paid-funnel.testkit.ts';
import { processWebhookEvents } from '../billing/inbox/process-webhook-events.ts';
import { startPaymentSandbox } from '../billing/payment-sandbox.testkit.ts';
import type { PaymentProvider } from '../billing/payment-provider.ts';
import { reconcileSubscription } from '../billing/reconciliation/reconcile-subscriptions.ts';
import { createStripe, createStripeProvider } from '../billing/stripe/stripe-client.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { readCohorts } from './cohorts.ts';
import { compareReports } from './compare-reports.ts';

// The sandbox is a process of its own.
jest.setTimeout(120_000);

const hourMs = 3_600_000;

describeOnEachEngine('the payments of subscriptions', (open) => {
  let sandbox: Awaited<ReturnType<typeof startPaymentSandbox>>;
  let database: Database;
  let app: TestApp;
  let stripe: Stripe;
  let provider: PaymentProvider;
  let events: Stripe.Event[];
  const bought = { refunded: '', disputed: '', ended: '', preview: '' };
  /** The month of the purchases, which may be over when a test begins. */
  let month: string;

  const clock = () => Date.now();
  const later = () => Date.now() + 2 * hourMs;
  const control = async (path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.url}${path}`, options);
    expect(response.status).toBe(200);
    return response.json();
  };
  const chargesOf = async (subscription: string) => {
    const { customer } = await stripe.subscriptions.retrieve(subscription);
    const { data } = await stripe.charges.list({ customer: String(customer) });
    return data.toReversed().map(({ id }) => id);
  };

  async function buy(currency: string, setId = 'set-1') {
    const { sessionId, clientSecret } = await (await startVisit(app, currency, setId)).open();
    await control('/form/pay', {
      clientSecret,
      publishableKey: 'pk_test_sandbox',
      number: '4242424242424242',
      expiry: '12 / 40',
      cvc: '123',
    });
    return String((await stripe.checkout.sessions.retrieve(sessionId)).subscription);
  }

  /** Sends webhook events as the provider does, each one twice, and processes them. */
  async function receive(sent: readonly Stripe.Event[]) {
    for (const event of [...sent, ...sent]) {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(clock() / 1000);
      const signing = { payload, secret: 'whsec_sandbox', timestamp };
      const signature = stripe.webhooks.generateTestHeaderString(signing);
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body: payload };
      expect((await app.request('/api/webhooks/stripe', options)).status).toBe(200);
    }
    while ((await processWebhookEvents(app.context, provider)) > 0);
  }

  const readPayments = async () => {
    const rows = await database.db.selectFrom('payments').selectAll().orderBy('id').execute();
    return rows.map((row) => Object.values(row).join(' '));
  };
  /** Kind, subscription and money of each payment. */
  const readMoney = async () => {
    const rows = await database.db.selectFrom('payments').selectAll().execute();
    const nameOf = (id: string) =>
      Object.entries(bought).find(([, subscription]) => subscription === id)?.[0];
    return rows
      .map((row) => `${nameOf(row.subscription_id)} ${row.kind} ${row.amount_minor} ${row.currency}`)
      .toSorted();
  };

  beforeAll(async () => {
    sandbox = await startPaymentSandbox();
    database = await open();
    app = await startTestApp({ database, clock, environment: sandbox.environment });
    const { stripe: config } = app.context.config;
    if (!config) throw new Error('not configured');
    stripe = createStripe(config);
    provider = createStripeProvider(config, clock);
    await provider.prepareCatalog();

    bought.refunded = await buy('USD');
    bought.disputed = await buy('EUR');
    bought.ended = await buy('USD');
    month = new Date().toISOString().slice(0, 7);
    await control(`/sandbox/subscriptions/${bought.refunded}/advance`);
    await control(`/sandbox/subscriptions/${bought.refunded}/advance`);
    await control(`/sandbox/subscriptions/${bought.disputed}/advance`);
    await control(`/sandbox/subscriptions/${bought.ended}/advance`, { payment: 'fails' });
    await stripe.subscriptions.cancel(bought.ended);

    const [first = '', renewal = ''] = await chargesOf(bought.refunded);
    await stripe.refunds.create({ charge: first, amount: 500 });
    const failed = await stripe.refunds.create({ charge: renewal, amount: 700 });
    await control(`/sandbox/refunds/${failed.id}/fail`);
    const [won = '', lost = ''] = await chargesOf(bought.disputed);
    const reopened = await control(`/sandbox/charges/${won}/dispute`, { reason: 'fraudulent' });
    await control(`/sandbox/disputes/${reopened.id}/close`, { status: 'won' });
    await control(`/sandbox/charges/${lost}/dispute`, { reason: 'fraudulent' });

    events = [];
    for await (const event of stripe.events.list({ limit: 100 })) events.push(event);
  });
  afterAll(async () => {
    await app.close();
    await sandbox.close();
  });

  // Prices: 19.99 for the first period of the 4-week plan, and 39.99 for each later one.
  const truth = [
    'disputed dispute 3999 EUR',
    'disputed first 1999 EUR',
    'disputed renewal 3999 EUR',
    'ended first 1999 USD',
    'refunded first 1999 USD',
    'refunded refund 500 USD',
    'refunded renewal 3999 USD',
    'refunded renewal 3999 USD',
  ];

  it('are stored to the cent when every webhook event arrives twice and in the wrong order', async () => {
    // The list of events has the newest first.
    await receive(events);
    // A refund that arrives before its subscription is found by the first check of the subscription.
    await database.db.updateTable('subscriptions').set({ check_at: 0 }).execute();
    while ((await reconcileSubscription(app.context, provider)) > 0);
    expect(await readMoney()).toEqual(truth);
  });

  it('are not changed by late and repeated webhook events', async () => {
    const before = await readPayments();
    await receive(events.map((event, at) => ({ ...event, id: `evt_again_${at}` })));
    expect(await readPayments()).toEqual(before);
  });

  it('are summed by the month of the first payment', async () => {
    const none = { count: 0, amountMinor: 0 };
    expect(await readCohorts(database.db, 'UTC')).toEqual([
      {
        month,
        currency: 'EUR',
        first: { count: 1, amountMinor: 1999 },
        renewal: { count: 1, amountMinor: 3999 },
        refund: none,
        dispute: { count: 1, amountMinor: 3999 },
        churned: 0,
      },
      {
        month,
        currency: 'USD',
        first: { count: 2, amountMinor: 3998 },
        renewal: { count: 2, amountMinor: 7998 },
        refund: { count: 1, amountMinor: 500 },
        dispute: none,
        churned: 1,
      },
    ]);
  });

  describe('compared with the provider', () => {
    const compare = async () => {
      const { status, out } = await compareReports({ ...app.context, clock: later }, provider);
      return { status, lines: out.split('\n').map((line) => line.replace(/ +/g, ' ')) };
    };

    it('are equal', async () => {
      const { status, lines } = await compare();
      expect(lines.slice(1 + lines.indexOf(' payments provider'))).toEqual([
        'dispute EUR 1 with 39.99 EUR 1 with 39.99 EUR',
        'first EUR 1 with 19.99 EUR 1 with 19.99 EUR',
        'first USD 2 with 39.98 USD 2 with 39.98 USD',
        'refund USD 1 with 5.00 USD 1 with 5.00 USD',
        'renewal EUR 1 with 39.99 EUR 1 with 39.99 EUR',
        'renewal USD 2 with 79.98 USD 2 with 79.98 USD',
        expect.stringMatching(/^0 differences/),
      ]);
      expect(status).toBe(0);
    });

    it('leave out the last hour, of which webhook events may still be on their way', async () => {
      const { status, out } = await compareReports(app.context, provider);
      const lines = out.split('\n');
      expect(lines.slice(1 + lines.findIndex((line) => /payments +provider$/.test(line)))).toEqual([
        expect.stringMatching(/^0 differences/),
      ]);
      expect(status).toBe(0);
    });

    it('differ by a planted cent and a missing refund', async () => {
      const { db } = database;
      const invoice = await db
        .updateTable('payments')
        .set({ amount_minor: 3998 })
        .where('subscription_id', '=', bought.disputed)
        .where('kind', '=', 'renewal')
        .returning('id')
        .executeTakeFirstOrThrow();
      const refund = await db
        .deleteFrom('payments')
        .where('kind', '=', 'refund')
        .returning('id')
        .executeTakeFirstOrThrow();
      const { status, lines } = await compare();
      expect(status).toBe(1);
      expect(lines.slice(-3)).toEqual([
        `${invoice.id}: the provider has renewal of 39.99 EUR for ${bought.disputed}, payments have renewal of 39.98 EUR for ${bought.disputed}`,
        `${refund.id}: the provider has refund of 5.00 USD for ${bought.refunded}, payments have nothing`,
        expect.stringMatching(/^2 differences/),
      ]);
    });

    it('include those of purchases that are unknown here, but none of other products', async () => {
      const unknown = await buy('USD');
      const { data } = await stripe.prices.list();
      const customer = await stripe.customers.create({ source: 'tok_visa' });
      const items = [{ price: data[0]?.id ?? '' }] as const;
      await stripe.subscriptions.create({ customer: customer.id, items: [...items] });
      const { lines } = await compare();
      expect(lines.filter((line) => line.includes('payments have'))).toHaveLength(3);
      expect(lines.filter((line) => line.includes(unknown))).toEqual([
        expect.stringMatching(/^in_\w+: the provider has first of 19.99 USD for .*, payments have nothing$/),
      ]);
    });
  });

  it('for which no webhook event came are found by the check of their subscription, and no others', async () => {
    const subscriptionsOf = async () => {
      const { db } = database;
      const rows = await db.selectFrom('payments').select('subscription_id').distinct().execute();
      return rows.map(({ subscription_id }) => subscription_id).toSorted();
    };
    const before = await subscriptionsOf();
    const subscription = await buy('USD');
    const sent: Stripe.Event[] = [];
    for await (const event of stripe.events.list({ limit: 100 }))
      if (event.type === 'checkout.session.completed' && event.data.object.subscription === subscription)
        sent.push(event);
    await receive(sent);
    expect(await subscriptionsOf()).toEqual(before);
    await database.db
      .updateTable('subscriptions')
      .set({ check_at: 0 })
      .where('id', '=', subscription)
      .execute();
    while ((await reconcileSubscription(app.context, provider)) > 0);
    expect(await subscriptionsOf()).toEqual([...before, subscription].toSorted());
  });

  it('no longer include a refund that failed later, or a dispute that was won later', async () => {
    const subscription = await buy('USD');
    const [charge = ''] = await chargesOf(subscription);
    const known = new Set<string>();
    const paymentsAfterEvents = async () => {
      const sent: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 }))
        if (!known.has(event.id)) sent.push(event);
      for (const { id } of sent) known.add(id);
      await receive(sent.toReversed());
      const rows = await database.db
        .selectFrom('payments')
        .selectAll()
        .where('subscription_id', '=', subscription)
        .execute();
      return rows.map(({ kind, amount_minor }) => `${kind} ${amount_minor}`).toSorted();
    };
    const refund = await stripe.refunds.create({ charge, amount: 500 });
    expect(await paymentsAfterEvents()).toEqual(['first 1999', 'refund 500']);
    await control(`/sandbox/refunds/${refund.id}/fail`);
    expect(await paymentsAfterEvents()).toEqual(['first 1999']);
    const dispute = await control(`/sandbox/charges/${charge}/dispute`, { reason: 'fraudulent' });
    expect(await paymentsAfterEvents()).toEqual(['dispute 1999', 'first 1999']);
    await control(`/sandbox/disputes/${dispute.id}/close`, { status: 'won' });
    expect(await paymentsAfterEvents()).toEqual(['first 1999']);
  });
});
