import { priceOf } from '@funnel/contracts/plans';
import Stripe from 'stripe';

import { readConfig } from '../../platform/config.ts';
import { createTestClock } from '../../platform/service.testkit.ts';
import { signedWebhookEvent } from './signed-webhook-event.testkit.ts';
import { startStripeApi, type StripeApi } from './stripe-api.testkit.ts';
import { createStripeProvider, sessionParameters } from './stripe-client.ts';

const { clock } = createTestClock();
let api: StripeApi;
beforeAll(async () => {
  api = await startStripeApi(clock);
});
afterAll(() => api.close());

function provider() {
  const { stripe } = readConfig({ NODE_ENV: 'test', ...api.environment });
  if (!stripe) throw new Error('not configured');
  return createStripeProvider(stripe, clock);
}

const order = {
  locale: 'de',
  email: 'vera@example.com',
  returnUrl: 'https://quiz.example.com/payment-success?session_id={CHECKOUT_SESSION_ID}',
  metadata: { visit_id: 'visit-1', plan_id: 'plan2' },
  attempt: 'attempt-1',
  customerId: null,
  agreement: null,
} as const;

const untaxed = { automaticTax: false };

it('requests an embedded subscription in one currency, with the coupon for the first period', () => {
  expect(sessionParameters({ ...order, price: priceOf('plan2', 'EUR') }, 'price_1', untaxed)).toEqual({
    mode: 'subscription',
    ui_mode: 'embedded_page',
    redirect_on_completion: 'always',
    return_url: 'https://quiz.example.com/payment-success?session_id={CHECKOUT_SESSION_ID}',
    locale: 'de',
    currency: 'eur',
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    line_items: [{ price: 'price_1', quantity: 1 }],
    discounts: [{ coupon: 'funnel-plan2-eur-first-2000-off' }],
    customer_email: 'vera@example.com',
    metadata: { visit_id: 'visit-1', plan_id: 'plan2', promotional_weeks: '4' },
    subscription_data: { metadata: { visit_id: 'visit-1', plan_id: 'plan2', promotional_weeks: '4' } },
  });
});

it('requests the calculation of tax, with the address that the buyer enters, if it is turned on', () => {
  const taxed = { automaticTax: true };
  const ordered = { ...order, price: priceOf('plan2', 'EUR') };
  const first = sessionParameters(ordered, 'price_1', taxed);
  expect(first).toMatchObject({ automatic_tax: { enabled: true }, customer_email: 'vera@example.com' });
  expect(first).not.toHaveProperty('customer_update');
  const again = sessionParameters({ ...ordered, customerId: 'cus_1' }, 'price_1', taxed);
  expect(again).toMatchObject({ customer: 'cus_1', customer_update: { address: 'auto' } });
  expect(again).not.toHaveProperty('customer_email');
});

it('sends no coupon and no promotional period after the promotional price has ended', () => {
  const parameters = sessionParameters(
    { ...order, price: priceOf('plan2', 'EUR', false) },
    'price_1',
    untaxed,
  );
  expect(parameters).not.toHaveProperty('discounts');
  expect(parameters.metadata).toEqual({ visit_id: 'visit-1', plan_id: 'plan2' });
});

it('sends no coupon and no promotional period for a plan without a discount', () => {
  const price = priceOf('plan2', 'EUR');
  const undiscounted = { ...price, today: price.original, saved: { ...price.saved, amountMinor: 0 } };
  const parameters = sessionParameters({ ...order, price: undiscounted }, 'price_1', untaxed);
  expect(parameters).not.toHaveProperty('discounts');
  expect(parameters.metadata).toEqual({ visit_id: 'visit-1', plan_id: 'plan2' });
});

it('returns the same session for a repeated attempt, and a new one for another attempt', async () => {
  const payments = provider();
  const price = priceOf('plan1', 'USD');
  const first = await payments.createSession({ ...order, price });
  expect(first).toMatchObject({ state: 'open', isPaid: false, amountMinor: 693, currency: 'USD' });
  expect(await payments.createSession({ ...order, price })).toEqual(first);
  expect((await payments.createSession({ ...order, price, attempt: 'attempt-2' })).id).not.toBe(first.id);
  expect((await payments.createSession({ ...order, price: priceOf('plan2', 'USD') })).id).not.toBe(first.id);
});

it('treats a session that the provider does not know as expired', async () => {
  expect(await provider().readSession('cs_test_unknown')).toMatchObject({ state: 'expired', isPaid: false });
});

it('returns the state of a subscription that has already ended when it is canceled', async () => {
  const payments = provider();
  const bought = { ...order, price: priceOf('plan2', 'USD'), attempt: 'attempt-ended' };
  const subscription = api.complete((await payments.createSession(bought)).id);
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await payments.cancelSubscription(subscription)).toMatchObject({
      id: subscription,
      status: 'canceled',
    });
});

it('times out if the provider does not respond, and reports it without personal data', async () => {
  const payments = provider();
  api.faults.isSlow = true;
  const error: unknown = await payments
    .readSession('cs_test_1', { timeoutMs: 50 })
    .catch((reason: unknown) => reason);
  api.faults.isSlow = false;
  expect(payments.failureOf(error)).toBe('StripeConnectionError');
  const rejected = { ...order, price: priceOf('plan2', 'USD'), email: 'vera@example..com' };
  const rejection: unknown = await payments.createSession(rejected).catch((reason: unknown) => reason);
  expect(payments.failureOf(rejection)).toBe('StripeInvalidRequestError email_invalid 400');
  expect(payments.failureOf(new Error('our own'))).toBeNull();
});

describe('a webhook event', () => {
  const now = clock();
  const read = ({ body, headers }: ReturnType<typeof signedWebhookEvent>) =>
    provider().parseWebhookEvent(Buffer.from(body), headers['stripe-signature']);
  const createEvent = (options: Parameters<typeof signedWebhookEvent>[2]) =>
    signedWebhookEvent('checkout.session.completed', 'cs_test_1', { id: 'evt_1', ...options });

  it.each(['whsec_current', 'whsec_previous'])('is accepted if signed with %s', (secret) => {
    expect(read(createEvent({ secret, atMs: now - 299_000 }))).toEqual({
      id: 'evt_1',
      type: 'checkout.session.completed',
      objectId: 'cs_test_1',
    });
    // The provider's clock may be ahead of ours.
    expect(read(createEvent({ secret, atMs: now + 60_000 }))).toMatchObject({ id: 'evt_1' });
    expect(read(createEvent({ secret, atMs: now - 300_000 }))).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['sk_live_1', false, true],
    ['rk_live_1', false, true],
    ['sk_live_1', true, undefined],
    ['sk_test_1', false, undefined],
    // Real payments are never ignored, even if the service has got the wrong keys.
    ['sk_test_1', true, undefined],
  ])('with the key %s and the livemode %s is for tests: %s', (secretKey, livemode, isForTests) => {
    const { stripe } = readConfig({ NODE_ENV: 'test', ...api.environment });
    if (!stripe) throw new Error('not configured');
    const { body, headers } = createEvent({ atMs: now, livemode });
    const keyed = createStripeProvider({ ...stripe, secretKey }, clock);
    const event = keyed.parseWebhookEvent(Buffer.from(body), headers['stripe-signature']);
    expect(event.isForTests).toBe(isForTests);
  });

  it.each(['charge.refunded', 'invoice.paid'])(
    'of type %s refers to its own object without a charge',
    (type) => {
      const sent = signedWebhookEvent(type, 'object_1', { atMs: now, fields: { charge: null } });
      expect(read(sent)).toMatchObject({ objectId: 'object_1' });
    },
  );

  it.each([
    ['charge.dispute.created', 'ch_1', 'ch_1'],
    ['refund.updated', 'ch_1', 'ch_1'],
    ['charge.refunded', 'ch_1', 'ch_1'],
    ['invoice.paid', 'in_1', 'in_1'],
  ])('of type %s refers to the object %s', (type, objectId, asked) => {
    const sent = signedWebhookEvent(type, objectId, { atMs: now, fields: { charge: 'ch_other' } });
    expect(read(sent)).toMatchObject({ type, objectId: asked });
  });

  // https://docs.stripe.com/api/refunds/object#refund_object-charge
  it.each(['refund.created', 'refund.updated', 'refund.failed'])(
    'of type %s refers to nothing if another product paid back without a charge',
    (type) => {
      expect(read(signedWebhookEvent(type, '', { atMs: now }))).toMatchObject({ type, objectId: '' });
    },
  );

  it.each([
    ['signed with another secret', createEvent({ secret: 'whsec_forged', atMs: now })],
    ['too old', createEvent({ atMs: now - 301_000 })],
    ['from the future', createEvent({ atMs: now + 61_000 })],
    ['modified', { ...createEvent({ atMs: now }), body: '{}' }],
    [
      'without a signature',
      { ...createEvent({ atMs: now }), headers: { 'stripe-signature': '', 'content-type': '' } },
    ],
  ])('is rejected if it is %s', (_, sent) => {
    expect(() => read(sent)).toThrow(expect.objectContaining({ code: 'bad-signature' }));
  });

  it('is rejected with the reason, so that a missing header is not mistaken for a wrong clock', () => {
    const sent = createEvent({ atMs: now });
    const unsigned = { ...sent, headers: { ...sent.headers, 'stripe-signature': '' } };
    expect(() => read(unsigned)).toThrow('There is no Stripe-Signature header with a time');
    expect(() => read(createEvent({ atMs: now - 301_000 }))).toThrow('The signature is too old');
  });

  const signed = (body: string) => {
    const timestamp = Math.floor(now / 1000);
    const signing = { payload: body, secret: 'whsec_current', timestamp };
    const signature = new Stripe('sk_test_example').webhooks.generateTestHeaderString(signing);
    return () => provider().parseWebhookEvent(Buffer.from(body), signature);
  };
  it('is rejected if it is signed but not JSON', () => {
    expect(signed('{"id":')).toThrow(expect.objectContaining({ code: 'bad-signature' }));
  });

  it.each([
    ['a list', '[]'],
    ['without an id', JSON.stringify({ id: '', type: 'invoice.paid', data: { object: {} } })],
    ['without a type', JSON.stringify({ id: 'evt_1', data: { object: {} } })],
    ['without an object', JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: {} })],
  ])('is rejected with the reason if it is signed but %s', (_, body) => {
    expect(signed(body)).toThrow(expect.objectContaining({ code: 'bad-signature' }));
    expect(signed(body)).toThrow('The body is not an event');
  });

  it.each([
    ['invoice.paid', ''],
    ['refund.updated', ''],
    ['invoice.upcoming', ''],
  ])('of type %s may be about an object without an id', (type, objectId) => {
    const body = JSON.stringify({ id: 'evt_1', type, data: { object: {} } });
    expect(signed(body)()).toEqual({ id: 'evt_1', type, objectId });
  });

  it.each([
    [{ next_payment_attempt: 1_700_003_600 }, 1_700_003_600_000],
    [{ next_payment_attempt: null }, 1_700_000_000_000],
    [{}, 1_700_000_000_000],
  ])('of a renewal names its subscription, price and time: %j', (attempt, atMs) => {
    const subscription_details = { subscription: 'sub_1' };
    const invoice = { amount_due: 3999, currency: 'eur', period_end: 1_700_000_000, ...attempt };
    const object = { ...invoice, parent: { type: 'subscription_details', subscription_details } };
    expect(signed(JSON.stringify({ id: 'evt_1', type: 'invoice.upcoming', data: { object } }))()).toEqual({
      id: 'evt_1',
      type: 'invoice.upcoming',
      objectId: 'sub_1',
      renewal: { atMs, amountMinor: 3999, currency: 'EUR' },
    });
  });

  // https://docs.stripe.com/changelog/basil/2025-03-31/adds-new-parent-field-to-invoicing-objects
  it('of a renewal names its subscription also in versions of the API before 2025-03-31', () => {
    const invoice = { amount_due: 3999, currency: 'eur', period_end: 1_700_000_000 };
    const object = { ...invoice, subscription: 'sub_1', parent: undefined };
    expect(signed(JSON.stringify({ id: 'evt_1', type: 'invoice.upcoming', data: { object } }))()).toEqual({
      id: 'evt_1',
      type: 'invoice.upcoming',
      objectId: 'sub_1',
      renewal: { atMs: 1_700_000_000_000, amountMinor: 3999, currency: 'EUR' },
    });
  });

  it('is rejected if an old one is replayed with a newer timestamp', () => {
    const old = createEvent({ atMs: now - 3_600_000 });
    const stamp = `t=${Math.floor(now / 1000)}`;
    for (const signature of [
      `${stamp},${old.headers['stripe-signature']}`,
      `${old.headers['stripe-signature']},${stamp}`,
    ]) {
      const sent = { ...old, headers: { ...old.headers, 'stripe-signature': signature } };
      expect(() => read(sent)).toThrow(expect.objectContaining({ code: 'bad-signature' }));
    }
  });
});
