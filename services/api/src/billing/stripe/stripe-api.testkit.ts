import { randomUUID } from 'node:crypto';

import type { Clock } from '@funnel/service-kit/clock';
import { readRaw } from '@funnel/service-kit/http/json-body';
import { listen } from '@funnel/service-kit/http/server';
import Koa, { type Context } from 'koa';

import { webhookSecrets } from './signed-webhook-event.testkit.ts';
import { addNew, find, missing, StripeApiError } from './stripe-api-error.testkit.ts';

interface Session {
  id: string;
  object: string;
  client_secret: string | null;
  status: string;
  payment_status: string;
  amount_total: number;
  currency: string;
  subscription: string | null;
  /** The invoice of the first payment. */
  invoice: Invoice | null;
  expires_at: number;
  visit_id: string | null;
  /** The customer of an earlier purchase. */
  customer: string | null;
  /** 19 % of tax are part of 19.99, if it is calculated. */
  total_details: { amount_tax: number };
}

interface Invoice {
  id: string;
  status: string;
}

interface Charge {
  id: string;
  /** Null for a charge that another product of the account made without one. */
  customer: string | null;
  amount_refunded: number;
  disputed: boolean;
  /** By default, `pi_` and the id of the subscription that it paid for. */
  payment_intent: string | null;
}

/** Stripe's pages have up to 100 objects. Few are enough to need a second one. */
const pageSize = 2;

/**
 * A server on a free port that implements the part of Stripe's API that the service calls, with switches for ways of
 * paying and failing.
 */
export async function startStripeApi(clock: Clock) {
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, { id: string; status: string; [field: string]: unknown }>();
  const invoices = new Map<string, unknown>();
  /** The status of the invoice of a charge, by the id of its subscription; `paid` if it is missing. */
  const invoiceStatuses = new Map<string, string>();
  /** The status of the payment intent of each invoice. */
  const payments = new Map<string, string>();
  const charges = new Map<string, Charge>();
  const deletedCustomers = new Set<string>();
  /** The status of each dispute, by its charge. */
  const disputes = new Map<string, string[]>();
  /** The status of each refund, by its charge. */
  const refunds = new Map<string, string[]>();
  const products = new Map<string, { id: string; active: boolean; [field: string]: unknown }>();
  const coupons = new Map<string, { amount_off: number; [field: string]: unknown }>();
  const prices = new Map<
    string,
    { id: string; lookup_key: string; unit_amount: number; active: boolean; [field: string]: unknown }
  >();
  const responsesByKey = new Map<string, unknown>();
  const created: URLSearchParams[] = [];
  const calls: string[] = [];
  const faults = {
    isDown: false,
    isSlow: false,
    hidesClientSecret: false,
    losesResponses: false,
    /** Answers as if an earlier call with the same idempotency key were still in progress. */
    isBusy: false,
    refusesToExpire: false,
    refusesToCancel: false,
    refusesToVoid: false,
  };
  const hooks = {
    whenCreating: async () => {},
    whenCreated: async () => {},
    /** Runs after the response to a call was computed, and before it is sent. */
    beforeResponding: async (_call: string) => {},
  };

  const nowSeconds = () => Math.floor(clock() / 1000);

  function openSession(form: URLSearchParams): Session {
    const price = [...prices.values()].find(({ id }) => id === form.get('line_items[0][price]'));
    if (!price?.active || form.get('ui_mode') !== 'embedded_page')
      throw new StripeApiError(400, 'Bad parameters', 'parameter_invalid');
    const [local = '', domain = ''] = (form.get('customer_email') ?? '').split('@');
    if (domain.includes('..')) throw new StripeApiError(400, 'Invalid email address', 'email_invalid');
    if (local.length > 64)
      throw new StripeApiError(400, 'Invalid email address', 'parameter_invalid', 'customer_email');
    const customer = form.get('customer');
    if (customer !== null && deletedCustomers.has(customer))
      throw new StripeApiError(400, 'No such customer', 'resource_missing', 'customer');
    const others = [...sessions.values()].filter(
      (session) => customer !== null && session.customer === customer,
    );
    if (others.some(({ currency }) => currency !== form.get('currency')))
      throw new StripeApiError(400, 'The currency does not match the customer currency');
    const coupon = form.get('discounts[0][coupon]');
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    created.push(form);
    return addNew(sessions, id, {
      id,
      object: 'checkout.session',
      client_secret: faults.hidesClientSecret ? null : `${id}_secret`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: price.unit_amount - (coupon ? find(coupons, coupon).amount_off : 0),
      currency: form.get('currency') ?? '',
      subscription: null,
      invoice: null,
      expires_at: nowSeconds() + 24 * 3600,
      visit_id: form.get('metadata[visit_id]'),
      customer,
      total_details: { amount_tax: form.get('automatic_tax[enabled]') === 'true' ? 319 : 0 },
    });
  }

  function expire(id: string): Session {
    const session = find(sessions, id);
    if (session.status !== 'open' || faults.refusesToExpire)
      throw new StripeApiError(400, 'Only open sessions can be expired');
    return Object.assign(session, { status: 'expired' });
  }

  function cancelSubscription(id: string) {
    const subscription = find(subscriptions, id);
    if (faults.refusesToCancel) throw new StripeApiError(403, 'The key may not cancel');
    if (subscription.status === 'canceled') throw missing();
    return Object.assign(subscription, { status: 'canceled' });
  }

  /** The invoices of a session's subscription, the latest first. That of the session is the latest until it renews. */
  function invoicesOf(session: Session): Invoice[] {
    const latest: Invoice | null =
      Object(subscriptions.get(session.subscription ?? ''))['latest_invoice'] ?? null;
    if (latest?.id === session.invoice?.id) session.invoice = latest;
    return [...new Set([latest, session.invoice])].filter((invoice) => invoice !== null);
  }

  function retrieveSession(id: string, form: URLSearchParams) {
    const session = find(sessions, id);
    invoicesOf(session);
    const { invoice } = session;
    return { ...session, invoice: form.get('expand[0]') === 'invoice' ? invoice : (invoice?.id ?? null) };
  }

  function listInvoices(form: URLSearchParams) {
    const sold = [...sessions.values()].find(({ subscription }) => subscription === form.get('subscription'));
    // Those that are paid are tested against the payment sandbox.
    const data = sold && form.get('status') !== 'paid' ? invoicesOf(sold) : [];
    return { object: 'list', data, has_more: false };
  }

  function voidInvoice(id: string) {
    if (faults.refusesToVoid) throw new StripeApiError(403, 'The key may not void');
    const all = [...sessions.values()].flatMap(invoicesOf);
    const unpaid = all.find((invoice) => invoice.id === id && /open|uncollectible/.test(invoice.status));
    if (!unpaid) throw new StripeApiError(400, 'This invoice cannot be voided');
    return Object.assign(unpaid, { status: 'void' });
  }

  const routes: [pattern: RegExp, answer: (id: string, form: URLSearchParams) => unknown][] = [
    [/^POST \/v1\/checkout\/sessions$/, (_, form) => openSession(form)],
    [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, expire],
    [/^GET \/v1\/checkout\/sessions\/(\w+)$/, retrieveSession],
    [/^GET \/v1\/subscriptions\/(\w+)$/, (id) => find(subscriptions, id)],
    [/^DELETE \/v1\/subscriptions\/(\w+)$/, cancelSubscription],
    [/^GET \/v1\/invoices\/(\w+)$/, (id) => find(invoices, id)],
    [/^POST \/v1\/invoices\/(\w+)\/void$/, voidInvoice],
    [/^GET \/v1\/invoices$/, (_, form) => listInvoices(form)],
    [
      /^GET \/v1\/refunds$/,
      (_, form) => ({
        object: 'list',
        data: (refunds.get(form.get('charge') ?? '') ?? []).map((status, at) => ({
          id: `re_${form.get('charge')}_${at}`,
          object: 'refund',
          amount: 500,
          currency: 'usd',
          created: nowSeconds(),
          status,
        })),
        has_more: false,
      }),
    ],
    [/^GET \/v1\/charges\/(\w+)$/, (id) => find(charges, id)],
    [
      /^GET \/v1\/charges$/,
      (_, form) => {
        const all = [...charges.values()].filter(({ customer }) => customer === form.get('customer'));
        const from = 1 + all.findIndex(({ id }) => id === form.get('starting_after'));
        const to = from + pageSize;
        return { object: 'list', data: all.slice(from, to), has_more: to < all.length };
      },
    ],
    [
      /^GET \/v1\/invoice_payments$/,
      (_, form) => {
        const status = payments.get(form.get('invoice') ?? '');
        if (status && form.get('expand[0]') === 'data.payment.payment_intent')
          return { object: 'list', data: [{ payment: { payment_intent: { status } } }], has_more: false };
        const subscription = /^pi_(.+)/.exec(form.get('payment[payment_intent]') ?? '')?.[1];
        const parent = { type: 'subscription_details', subscription_details: { subscription } };
        const invoice = { parent, status: invoiceStatuses.get(subscription ?? '') ?? 'paid' };
        const data = subscription && form.get('expand[0]') === 'data.invoice' ? [{ invoice }] : [];
        return { object: 'list', data, has_more: false };
      },
    ],
    [
      /^GET \/v1\/disputes$/,
      (_, form) => ({
        object: 'list',
        data: (disputes.get(form.get('charge') ?? '') ?? []).map((status, at) => ({
          id: `du_${form.get('charge')}_${at}`,
          object: 'dispute',
          amount: 1999,
          currency: 'usd',
          created: nowSeconds(),
          status,
        })),
        has_more: false,
      }),
    ],
    [
      /^POST \/v1\/products$/,
      (_, form) => {
        const product = { ...Object.fromEntries(form), id: form.get('id') ?? '', active: true };
        return addNew(products, product.id, product);
      },
    ],
    [
      /^GET \/v1\/prices$/,
      (_, form) => ({
        object: 'list',
        data: [...prices.values()].map((price) =>
          form.get('expand[0]') === 'data.product'
            ? { ...price, product: products.get(String(price['product'])) }
            : price,
        ),
        has_more: false,
      }),
    ],
    [
      /^POST \/v1\/prices$/,
      (_, form) =>
        addNew(prices, form.get('lookup_key') ?? '', {
          id: `price_${prices.size}`,
          lookup_key: form.get('lookup_key') ?? '',
          currency: form.get('currency'),
          product: form.get('product'),
          active: true,
          unit_amount: Number(form.get('unit_amount')),
          tax_behavior: form.get('tax_behavior'),
          recurring: {
            interval: form.get('recurring[interval]'),
            interval_count: Number(form.get('recurring[interval_count]')),
          },
        }),
    ],
    [/^GET \/v1\/coupons\/([\w-]+)$/, (id) => find(coupons, id)],
    [
      /^POST \/v1\/coupons$/,
      (_, form) =>
        addNew(coupons, form.get('id') ?? '', {
          ...Object.fromEntries(form),
          amount_off: Number(form.get('amount_off')),
          valid: true,
        }),
    ],
  ];

  function dispatch(call: string, form: URLSearchParams): unknown {
    for (const [pattern, respond] of routes) {
      const match = pattern.exec(call);
      if (match) return respond(match[1] ?? '', form);
    }
    throw new StripeApiError(404, `No route for ${call}`);
  }

  /** Like Stripe, returns the first response for every repeat of an idempotency key. */
  function replayIdempotent(ctx: Context, form: URLSearchParams): unknown {
    const call = `${ctx.method} ${ctx.path}`;
    const key = `${call} ${ctx.get('Idempotency-Key')}`;
    if (ctx.method === 'POST' && responsesByKey.has(key)) return responsesByKey.get(key);
    const result = structuredClone(dispatch(call, form));
    responsesByKey.set(key, result);
    return result;
  }

  const app = new Koa();
  app.use(async (ctx) => {
    calls.push(`${ctx.method} ${ctx.path.replace(/cs_test_\w+/, ':id')}`);
    const sent = (await readRaw(ctx, 100_000)).toString();
    const form = new URLSearchParams(ctx.method === 'GET' ? ctx.querystring : sent);
    const isCreating = ctx.method === 'POST' && ctx.path === '/v1/checkout/sessions';
    try {
      if (faults.isSlow) await new Promise<void>((resolve) => ctx.res.once('close', resolve));
      if (isCreating) await hooks.whenCreating();
      if (faults.isDown) throw new StripeApiError(503, 'Down');
      ctx.body = replayIdempotent(ctx, form);
      await hooks.beforeResponding(`${ctx.method} ${ctx.path}`);
      if (isCreating) await hooks.whenCreated();
      if (isCreating && faults.isBusy) throw new StripeApiError(409, 'In progress', 'idempotency_key_in_use');
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      const { status, message, code, param } = error;
      const type = status === 503 ? 'api_error' : 'invalid_request_error';
      if (status === 503) ctx.set('Stripe-Should-Retry', 'false');
      ctx.status = status;
      ctx.body = { error: { type, message, code, param } };
    }
    if (faults.losesResponses && isCreating) ctx.req.socket.destroy();
  });
  const server = await listen(app, 0, '127.0.0.1');

  return {
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_example',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_example',
      STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
      STRIPE_API_BASE: server.origin,
    },
    sessions,
    subscriptions,
    invoices,
    invoiceStatuses,
    payments,
    charges,
    disputes,
    refunds,
    deletedCustomers,
    products,
    prices,
    coupons,
    /** The form data of all created sessions. */
    created,
    calls,
    faults,
    hooks,
    /**
     * Completes the payment form. `unpaid` is a delayed debit, during which the subscription is active.
     * https://docs.stripe.com/billing/subscriptions/overview
     */
    complete(sessionId: string, payment_status: 'paid' | 'unpaid' = 'paid') {
      const idOf = (kind: string) => sessionId.replace('cs_test', kind);
      const [subscription, charge] = [idOf('sub'), idOf('ch')];
      const session = find(sessions, sessionId);
      const customer = session.customer ?? idOf('cus');
      const invoice = { id: 'in_1', status: payment_status === 'paid' ? 'paid' : 'open' };
      Object.assign(session, { status: 'complete', payment_status, subscription, customer, invoice });
      subscriptions.set(subscription, {
        id: subscription,
        customer,
        status: 'active',
        cancel_at_period_end: false,
        metadata: { visit_id: 'a-visit', promotional_weeks: '4' },
        start_date: nowSeconds(),
        latest_invoice: invoice,
        items: { object: 'list', data: [{ current_period_end: nowSeconds() + 28 * 86_400 }] },
      });
      const payment_intent = `pi_${subscription}`;
      charges.set(charge, { id: charge, customer, amount_refunded: 0, disputed: false, payment_intent });
      return subscription;
    },
    close: server.close,
  };
}

export type StripeApi = Awaited<ReturnType<typeof startStripeApi>>;
