import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { plans, type PlanId } from '@funnel/contracts/plans';
import Stripe from 'stripe';

import { startSandbox } from './app.ts';
import { closeServer, listen } from './listen.ts';
import { readSettings } from './settings.ts';

const webhookSecret = 'whsec_test';

/** A webhook that verifies each signature and records accepted events. `status` is its next response. */
async function startWebhook() {
  const { webhooks } = new Stripe('sk_test_unused');
  const webhook = { url: '', status: 200, calls: 0, taken: new Array<Stripe.Event>() };
  const errors: unknown[] = [];
  let notify = () => {};

  async function take(request: IncomingMessage): Promise<number> {
    const signature = String(request.headers['stripe-signature']);
    const event = webhooks.constructEvent(await text(request), signature, webhookSecret);
    webhook.calls += 1;
    if (webhook.status === 200) webhook.taken.push(event);
    return webhook.status;
  }

  const server = createServer((request, response) => {
    void take(request)
      .catch((error: unknown) => {
        errors.push(error);
        return 400;
      })
      .then((status) => {
        response.writeHead(status).end();
        notify();
      });
  });
  webhook.url = await listen(server, 0, '127.0.0.1');
  return {
    webhook,
    closeWebhook: () => closeServer(server),
    /** Resolves when the recorded calls meet the condition. Rejects if a signature was invalid. */
    async until(condition: (seen: typeof webhook) => boolean): Promise<void> {
      while (!condition(webhook)) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
        if (errors.length > 0) throw errors[0];
      }
    },
  };
}

/** Starts a sandbox on a free port with a webhook, Stripe's library, and the calls of its form. */
export async function startTestSandbox(environment: Readonly<Record<string, string>> = {}) {
  const { webhook, closeWebhook, until } = await startWebhook();
  const clock = { skippedMs: 0, nowMs: () => Date.now() + clock.skippedMs };
  const settings = readSettings({
    SANDBOX_PORT: '0',
    SANDBOX_WEBHOOK_URL: webhook.url,
    SANDBOX_WEBHOOK_SECRET: webhookSecret,
    SANDBOX_DELIVERY_ORDER: 'as-sent',
    ...environment,
  });
  const { url, close } = await startSandbox({ settings, clock, backOffMs: [1] });
  const { hostname, port } = new URL(url);

  const stripeWith = (key: string) =>
    new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
  const stripe = stripeWith('sk_test_sandbox');

  async function post(path: string, body: object) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  const access = (session: Stripe.Checkout.Session) => ({
    clientSecret: session.client_secret ?? '',
    publishableKey: 'pk_test_sandbox',
  });

  /** Submits the form with this card, or this bank account, and a later expiry. */
  const pay = async (session: Stripe.Checkout.Session, number = '4242 4242 4242 4242') =>
    (await post('/form/pay', { ...access(session), number, expiry: '12 / 40', cvc: '123' })).body;

  return {
    url,
    clock,
    webhook,
    until,
    stripe,
    stripeWith,
    post,
    pay,
    /** Opens a session and pays it. Resolves to the paid session after its webhooks, which `webhook.taken` does not keep. */
    async buy(number?: string) {
      const session = await stripe.checkout.sessions.create(await sessionFor(stripe));
      await pay(session, number);
      await until(({ taken }) => taken.some(({ type }) => type === 'checkout.session.completed'));
      webhook.taken.length = 0;
      return stripe.checkout.sessions.retrieve(session.id);
    },
    view: async (session: Stripe.Checkout.Session) => (await post('/form/session', access(session))).body,
    answerChallenge: async (session: Stripe.Checkout.Session, challengeId: string, isConfirmed: boolean) =>
      (await post('/form/challenge', { ...access(session), challengeId, isConfirmed })).body,
    async close() {
      await close();
      await closeWebhook();
    },
  };
}

const catalogCurrencies = ['usd', 'eur'] as const;

/** Creates the missing products, prices and coupons of all plans. */
export async function setUpCatalog(stripe: Stripe): Promise<Map<PlanId, string>> {
  const priceIds = new Map<PlanId, string>();
  for (const { planId, name, priceMinor, originalPriceMinor, periodWeeks } of Object.values(plans)) {
    const { data } = await stripe.prices.list({ lookup_keys: [planId] });
    let price = data[0];
    if (!price) {
      const off = originalPriceMinor - priceMinor;
      const inEach = <Option>(option: Option) =>
        Object.fromEntries(catalogCurrencies.map((currency) => [currency, option]));
      await stripe.products.create({ id: planId, name });
      await stripe.coupons.create({
        id: `${planId}-off`,
        duration: 'once',
        currency: 'usd',
        amount_off: off,
        currency_options: inEach({ amount_off: off }),
      });
      price = await stripe.prices.create({
        product: planId,
        lookup_key: planId,
        currency: 'usd',
        unit_amount: originalPriceMinor,
        currency_options: inEach({ unit_amount: originalPriceMinor }),
        recurring: { interval: 'week', interval_count: periodWeeks },
      });
    }
    priceIds.set(planId, price.id);
  }
  return priceIds;
}

/** The parameters of a session for a plan. */
export async function sessionFor(
  stripe: Stripe,
  planId: PlanId = 'plan2',
): Promise<Stripe.Checkout.SessionCreateParams> {
  const priceIds = await setUpCatalog(stripe);
  return {
    ui_mode: 'embedded_page',
    mode: 'subscription',
    line_items: [{ price: priceIds.get(planId), quantity: 1 }],
    discounts: [{ coupon: `${planId}-off` }],
    currency: 'usd',
    customer_email: 'buyer@example.com',
    return_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
    metadata: { planId },
    subscription_data: { metadata: { planId } },
  };
}
