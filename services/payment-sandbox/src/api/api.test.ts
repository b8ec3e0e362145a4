import { planIds, plans } from '@funnel/contracts/plans';
import Stripe from 'stripe';

import { sessionFor, setUpCatalog, startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

/** The error that Stripe's library throws. */
async function errorOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) {
    const { type, statusCode, code, param, message } = error;
    return { type, statusCode, code, param, message };
  }
  throw new Error('The call did not fail.');
}

describe('the catalog', () => {
  it('is unchanged by a second setup', async () => {
    const first = await setUpCatalog(sandbox.stripe);
    expect(await setUpCatalog(sandbox.stripe)).toEqual(first);
    expect((await sandbox.stripe.prices.list()).data).toHaveLength(planIds.length);
  });

  it('rejects an id or a lookup key that is in use', async () => {
    const { stripe } = sandbox;
    await setUpCatalog(stripe);
    expect(await errorOf(stripe.products.create({ id: 'plan1', name: 'Again' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_already_exists',
    });
    const again = { product: 'plan1', lookup_key: 'plan1', currency: 'usd', unit_amount: 1 };
    expect(await errorOf(stripe.prices.create({ ...again, recurring: { interval: 'week' } }))).toMatchObject({
      param: 'lookup_key',
    });
  });

  it('includes the currency options only on demand', async () => {
    await setUpCatalog(sandbox.stripe);
    const { prices } = sandbox.stripe;
    const params = { lookup_keys: ['plan1'] };
    const [plain] = (await prices.list(params)).data;
    const [expanded] = (await prices.list({ ...params, expand: ['data.currency_options'] })).data;
    expect(plain?.currency_options).toBeUndefined();
    expect(expanded?.currency_options?.['eur']?.unit_amount).toBe(plans.plan1.originalPriceMinor);
  });

  it('pages through lists, newest first', async () => {
    const { stripe } = sandbox;
    await setUpCatalog(stripe);
    const page = await stripe.products.list({ limit: 2 });
    const all = await stripe.products.list({ limit: 1 }).autoPagingToArray({ limit: 10 });
    expect(page).toMatchObject({ has_more: true, data: [{ id: 'plan3' }, { id: 'plan2' }] });
    expect(all.map(({ id }) => id)).toEqual(['plan3', 'plan2', 'plan1']);
    expect((await stripe.products.list({ limit: 3 })).has_more).toBe(false);
  });

  it('sells no price of an archived product, and shows the product with the price', async () => {
    const { stripe } = sandbox;
    const params = await sessionFor(stripe);
    const product = await stripe.products.create({ id: 'archived', name: 'Archived', active: false });
    const price = await stripe.prices.create({
      product: product.id,
      lookup_key: 'archived',
      currency: 'usd',
      unit_amount: 3999,
      recurring: { interval: 'week' },
    });
    const { data } = await stripe.prices.list({ lookup_keys: ['archived'], expand: ['data.product'] });
    expect(data).toMatchObject([{ active: true, product: { id: 'archived', active: false } }]);
    const archived = { ...params, line_items: [{ price: price.id, quantity: 1 }] };
    expect(await errorOf(stripe.checkout.sessions.create(archived))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message: `Price \`${price.id}\` is not available to be purchased because its product is not active.`,
    });
  });

  // https://docs.stripe.com/api/coupons/create#create_coupon-amount_off
  it('rejects a coupon that takes nothing off', async () => {
    const coupon = { currency: 'usd', duration: 'once', amount_off: 0 } as const;
    expect(await errorOf(sandbox.stripe.coupons.create(coupon))).toMatchObject({
      statusCode: 400,
      param: 'amount_off',
      message: 'Invalid amount_off: Invalid positive integer',
    });
    expect(await sandbox.stripe.coupons.create({ ...coupon, amount_off: 1 })).toMatchObject({
      amount_off: 1,
    });
  });

  it('rejects a coupon whose id is taken, and keeps the first', async () => {
    const coupon = { id: 'welcome', currency: 'usd', duration: 'once', amount_off: 500 } as const;
    await sandbox.stripe.coupons.create(coupon);
    expect(await errorOf(sandbox.stripe.coupons.create({ ...coupon, amount_off: 900 }))).toMatchObject({
      statusCode: 400,
      code: 'resource_already_exists',
      message: 'Coupon already exists.',
    });
    expect((await sandbox.stripe.coupons.retrieve('welcome')).amount_off).toBe(500);
  });

  // https://docs.stripe.com/api/metadata and https://docs.stripe.com/api/prices/list#list_prices-lookup_keys
  it('rejects metadata and lookup keys beyond the documented sizes', async () => {
    const { products, prices } = sandbox.stripe;
    const withMetadata = (metadata: Record<string, string>) => products.create({ name: 'Plan', metadata });
    const pairs = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));
    const largest = { ...pairs(49), ['k'.repeat(40)]: 'v'.repeat(500) };
    expect((await withMetadata(largest)).metadata).toEqual(largest);
    const param = expect.stringMatching(/^metadata/);
    for (const metadata of [pairs(51), { ['k'.repeat(41)]: 'v' }, { k: 'v'.repeat(501) }])
      expect(await errorOf(withMetadata(metadata))).toMatchObject({ statusCode: 400, param });
    const withKeys = (count: number) => prices.list({ lookup_keys: Object.keys(pairs(count)) });
    expect((await withKeys(10)).data).toEqual([]);
    expect(await errorOf(withKeys(11))).toMatchObject({ statusCode: 400, param: 'lookup_keys' });
  });
});

describe('a new session', () => {
  it.each(planIds.flatMap((planId) => [[planId, 'usd'] as const, [planId, 'eur'] as const]))(
    'for %s in %s is charged the price less the coupon',
    async (planId, currency) => {
      const { stripe } = sandbox;
      const session = await stripe.checkout.sessions.create({
        ...(await sessionFor(stripe, planId)),
        currency,
      });
      expect(session).toMatchObject({
        status: 'open',
        payment_status: 'unpaid',
        amount_total: plans[planId].priceMinor,
        amount_subtotal: plans[planId].originalPriceMinor,
        currency,
        customer_email: 'buyer@example.com',
        subscription: null,
      });
      expect(session.client_secret).toMatch(new RegExp(`^${session.id}_secret_\\w+$`));
    },
  );

  it('without a coupon is charged the full price', async () => {
    const { stripe } = sandbox;
    const { discounts: _none, ...params } = await sessionFor(stripe, 'plan3');
    expect((await stripe.checkout.sessions.create(params)).amount_total).toBe(7999);
  });

  it('includes its one line item on demand', async () => {
    const { stripe } = sandbox;
    const params = { ...(await sessionFor(stripe)), expand: ['line_items'] };
    const { line_items } = await stripe.checkout.sessions.create(params);
    expect(line_items?.data).toMatchObject([
      { description: '4-WEEK PLAN', amount_total: 1999, amount_discount: 2000 },
    ]);
  });

  it.each<[what: string, change: object, code: string | undefined, param: string]>([
    [
      'a line item of a kind that does not exist',
      { line_items: [{ plan: 'x' }] },
      'parameter_unknown',
      'line_items[0][plan]',
    ],
    ['two line items', { line_items: [{ price: 'a' }, { price: 'b' }] }, undefined, 'line_items'],
    ['an unknown parameter', { payment_method_types: ['card'] }, 'parameter_unknown', 'payment_method_types'],
    [
      'an unknown nested parameter',
      { subscription_data: { coupon: 'x' } },
      'parameter_unknown',
      'subscription_data[coupon]',
    ],
    ['the retired ui_mode', { ui_mode: 'embedded' }, undefined, 'ui_mode'],
    ['a missing parameter', { line_items: undefined }, 'parameter_missing', 'line_items'],
    ['a missing return URL', { return_url: undefined }, 'parameter_missing', 'return_url'],
    [
      'a price that does not exist',
      { line_items: [{ price: 'price_x' }] },
      'resource_missing',
      'line_items[0][price]',
    ],
    [
      'a coupon that does not exist',
      { discounts: [{ coupon: 'x' }] },
      'resource_missing',
      'discounts[0][coupon]',
    ],
    ['another currency', { currency: 'gbp' }, undefined, 'currency'],
    ['an expiry too soon', { expires_at: 1 }, undefined, 'expires_at'],
    ['an expiry too late', { expires_at: 4_000_000_000 }, undefined, 'expires_at'],
    ['adaptive pricing', { adaptive_pricing: { enabled: true } }, undefined, 'adaptive_pricing[enabled]'],
  ])('is rejected for %s, with the parameter’s name', async (_what, change, code, param) => {
    const { stripe } = sandbox;
    const params = { ...(await sessionFor(stripe)), ...change };
    expect(await errorOf(stripe.checkout.sessions.create(params))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
    });
  });

  it('is rejected with the message of the API', async () => {
    const { stripe } = sandbox;
    const params = { ...(await sessionFor(stripe)), payment_method_types: ['card'] };
    const { message } = await errorOf(stripe.checkout.sessions.create(params));
    expect(message).toBe('Received unknown parameter: payment_method_types');
  });
});

describe('every call', () => {
  it('is rejected without the right key', async () => {
    const stranger = sandbox.stripeWith('sk_test_other');
    expect(await errorOf(stranger.products.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  it('returns 404 for an object that does not exist', async () => {
    expect(await errorOf(sandbox.stripe.checkout.sessions.retrieve('cs_test_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such checkout.session: 'cs_test_none'",
    });
  });

  it('is rejected for an unknown path', async () => {
    expect(await errorOf(sandbox.stripe.payouts.list())).toMatchObject({ statusCode: 404 });
  });

  it('is rejected for another version of the API', async () => {
    const old = { apiVersion: '2024-06-20' };
    expect(await errorOf(sandbox.stripe.products.list({}, old))).toMatchObject({ statusCode: 400 });
  });

  it('has a request id', async () => {
    const { lastResponse } = await sandbox.stripe.products.list();
    expect(lastResponse.requestId).toMatch(/^req_\w+$/);
  });
});

describe('an idempotency key', () => {
  it('returns the first response again', async () => {
    const { stripe } = sandbox;
    const params = await sessionFor(stripe);
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: 'once' });
    const second = await stripe.checkout.sessions.create(params, { idempotencyKey: 'once' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  // https://docs.stripe.com/api/idempotent_requests
  it('returns the first response for a day', async () => {
    const create = () => sandbox.stripe.products.create({ name: 'Plan' }, { idempotencyKey: 'a day' });
    const { id } = await create();
    sandbox.clock.skippedMs = 23 * 60 * 60 * 1000;
    expect((await create()).id).toBe(id);
    sandbox.clock.skippedMs = 0;
  });

  it('is rejected with other parameters', async () => {
    const { stripe } = sandbox;
    const params = await sessionFor(stripe);
    await stripe.checkout.sessions.create(params, { idempotencyKey: 'same' });
    const other = stripe.checkout.sessions.create({ ...params, currency: 'eur' }, { idempotencyKey: 'same' });
    expect(await errorOf(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('can be reused after a rejected call', async () => {
    const { stripe } = sandbox;
    const params = await sessionFor(stripe);
    const wrong = stripe.checkout.sessions.create(
      { ...params, currency: 'gbp' },
      { idempotencyKey: 'retried' },
    );
    await errorOf(wrong);
    const right = await stripe.checkout.sessions.create(params, { idempotencyKey: 'retried' });
    expect(right.status).toBe('open');
  });
});
