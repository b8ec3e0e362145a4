import { priceOf } from '@funnel/contracts/plans';

import { createTestClock } from '../../platform/service.testkit.ts';
import { catalogItem, catalogItems, ensureCatalog } from './catalog.ts';
import { startStripeAccount } from './stripe-account.testkit.ts';
import { startStripeApi, type StripeApi } from './stripe-api.testkit.ts';
import { createStripe } from './stripe-client.ts';

let api: StripeApi;
beforeEach(async () => {
  api = await startStripeApi(createTestClock().clock);
});
afterEach(() => api.close());

const stripe = () => createStripe({ secretKey: 'sk_test_example', apiBase: api.environment.STRIPE_API_BASE });
const creations = () => api.calls.filter((call) => call.startsWith('POST'));

it('sells each plan in each currency at its full price, and discounts the first period to the promotional price', () => {
  expect(
    catalogItems.map(({ price, coupon }) => [
      price.lookup_key,
      price.recurring.interval_count,
      price.unit_amount,
      coupon?.amount_off,
      coupon?.duration,
    ]),
  ).toEqual([
    ['funnel-plan1-usd-1w-1386', 1, 1386, 693, 'once'],
    ['funnel-plan1-eur-1w-1386', 1, 1386, 693, 'once'],
    ['funnel-plan2-usd-4w-3999', 4, 3999, 2000, 'once'],
    ['funnel-plan2-eur-4w-3999', 4, 3999, 2000, 'once'],
    ['funnel-plan3-usd-12w-7999', 12, 7999, 4000, 'once'],
    ['funnel-plan3-eur-12w-7999', 12, 7999, 4000, 'once'],
  ]);
});

it('creates missing items, and nothing on the next call', async () => {
  const catalog = await ensureCatalog(stripe());
  expect([...catalog.prices.keys()]).toEqual(catalogItems.map(({ price }) => price.lookup_key));
  expect(catalog.mismatches.size).toBe(0);
  expect([...api.products.keys()]).toEqual(['funnel-plan1-1w', 'funnel-plan2-4w', 'funnel-plan3-12w']);
  const before = creations().length;
  expect(await ensureCatalog(stripe())).toEqual(catalog);
  expect(creations()).toHaveLength(before);
});

it('creates a product with the new name for a plan whose period has changed', async () => {
  await ensureCatalog(stripe());
  const price = priceOf('plan1', 'USD');
  const changed = { ...price, plan: { ...price.plan, name: '2-WEEK PLAN', periodWeeks: 2 } };
  await ensureCatalog(stripe(), [catalogItem(changed)]);
  expect(api.products.get('funnel-plan1-2w')).toMatchObject({ name: '2-WEEK PLAN' });
  expect(api.prices.get('funnel-plan1-usd-2w-1386')).toMatchObject({ product: 'funnel-plan1-2w' });
  expect(api.products.get('funnel-plan1-1w')).toMatchObject({ name: '1-WEEK PLAN' });
});

it('creates nothing in an account with the products of an earlier version, whose ids have no period', async () => {
  const catalog = await ensureCatalog(stripe());
  api.products.clear();
  for (const id of ['funnel-plan1', 'funnel-plan2', 'funnel-plan3'])
    api.products.set(id, { id, active: true });
  for (const price of api.prices.values())
    Object.assign(price, { product: price.lookup_key.slice(0, 'funnel-plan1'.length) });
  const before = creations().length;
  expect(await ensureCatalog(stripe())).toEqual(catalog);
  expect(creations()).toHaveLength(before);

  api.coupons.delete('funnel-plan2-eur-first-2000-off');
  expect((await ensureCatalog(stripe())).mismatches.size).toBe(0);
  expect(creations().slice(before)).toEqual(['POST /v1/coupons']);
});

it('creates no coupon for a plan without a discount, because Stripe rejects one that takes nothing off', async () => {
  const price = priceOf('plan1', 'USD');
  const undiscounted = { ...price, today: price.original, saved: { ...price.saved, amountMinor: 0 } };
  const items = [catalogItem(undiscounted), catalogItem(priceOf('plan2', 'USD'))];
  const catalog = await ensureCatalog(stripe(), items);
  expect([...catalog.prices.keys()]).toEqual(['funnel-plan1-usd-1w-1386', 'funnel-plan2-usd-4w-3999']);
  expect(catalog.mismatches.size).toBe(0);
  expect([...api.coupons.keys()]).toEqual(['funnel-plan2-usd-first-2000-off']);
  const before = creations().length;
  expect(await ensureCatalog(stripe(), items)).toEqual(catalog);
  expect(creations()).toHaveLength(before);
});

it('returns the same prices to replicas that start together', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => ensureCatalog(stripe())));
  for (const other of others) expect(other).toEqual(first);
  expect(first?.mismatches.size).toBe(0);
  expect(api.prices.size).toBe(6);
});

it('creates prices that include the tax, and sells none to which tax is added', async () => {
  await ensureCatalog(stripe());
  expect([...api.prices.values()].map(({ tax_behavior }) => tax_behavior)).toEqual(
    Array.from({ length: 6 }, () => 'inclusive'),
  );
  for (const price of api.prices.values()) Object.assign(price, { tax_behavior: 'unspecified' });
  expect((await ensureCatalog(stripe())).prices.size).toBe(6);
  for (const price of api.prices.values()) Object.assign(price, { tax_behavior: 'exclusive' });
  const { prices, mismatches } = await ensureCatalog(stripe());
  expect([prices.size, mismatches.size]).toEqual([0, 6]);
});

it('does not sell an archived price, says how to sell it again, and creates nothing in its place', async () => {
  await ensureCatalog(stripe());
  for (const price of api.prices.values()) price.active = price.lookup_key !== 'funnel-plan2-eur-4w-3999';
  const before = creations().length;
  const { prices, mismatches } = await ensureCatalog(stripe());
  expect([...mismatches.values()]).toEqual([
    'The price funnel-plan2-eur-4w-3999 is archived: reactivate the price in the dashboard, or change the plan’s amount',
  ]);
  expect([...prices.keys()]).toEqual([
    'funnel-plan1-usd-1w-1386',
    'funnel-plan1-eur-1w-1386',
    'funnel-plan2-usd-4w-3999',
    'funnel-plan3-usd-12w-7999',
    'funnel-plan3-eur-12w-7999',
  ]);
  expect(creations()).toHaveLength(before);
});

// https://docs.stripe.com/api/products/object#product_object-active
it('does not sell a price of an archived product, and names the product', async () => {
  await ensureCatalog(stripe());
  for (const product of api.products.values()) product.active = product.id !== 'funnel-plan2-4w';
  const { prices, mismatches } = await ensureCatalog(stripe());
  expect([...prices.keys()]).toEqual([
    'funnel-plan1-usd-1w-1386',
    'funnel-plan1-eur-1w-1386',
    'funnel-plan3-usd-12w-7999',
    'funnel-plan3-eur-12w-7999',
  ]);
  expect([...mismatches.values()]).toEqual(
    ['usd', 'eur'].map(
      (currency) =>
        `The price funnel-plan2-${currency}-4w-3999 cannot be sold, because its product funnel-plan2-4w is archived: reactivate the product in the dashboard`,
    ),
  );
});

it.each([
  ['costs another amount', { unit_amount: 2999 }],
  ['is in another currency', { currency: 'usd' }],
  ['renews every month', { recurring: { interval: 'month', interval_count: 4 } }],
  ['renews every week', { recurring: { interval: 'week', interval_count: 1 } }],
])('does not sell a price that %s, and says what to do', async (_, change) => {
  await ensureCatalog(stripe());
  for (const price of api.prices.values())
    if (price.lookup_key === 'funnel-plan2-eur-4w-3999') Object.assign(price, change);
  const { prices, mismatches } = await ensureCatalog(stripe());
  expect(prices.size).toBe(5);
  expect([...mismatches.values()]).toEqual([
    'The price funnel-plan2-eur-4w-3999 differs in its amount, currency, period or tax: give its lookup key to a price that fits, or change the plan’s amount',
  ]);
});

it.each([
  ['reduces the price by another amount', { amount_off: 1000 }],
  ['is in another currency', { currency: 'usd' }],
  ['reduces every period', { duration: 'forever' }],
  ['is not valid any more', { valid: false }],
])('does not use a coupon that %s, and says what to do', async (_, change) => {
  await ensureCatalog(stripe());
  Object.assign(api.coupons.get('funnel-plan2-eur-first-2000-off') ?? {}, change);
  expect([...(await ensureCatalog(stripe())).mismatches]).toEqual([
    [
      'funnel-plan2-eur-first-2000-off',
      'The coupon funnel-plan2-eur-first-2000-off differs or is no longer valid: delete the coupon in the dashboard, so that it is created again',
    ],
  ]);
});

it('says what Stripe answered if an item cannot be created', async () => {
  const account = await startStripeAccount();
  const rejection = (message: string) => ({ status: 400, error: { type: 'invalid_request_error', message } });
  const provider = account.open({
    answers: {
      'POST /v1/products': rejection('Product already exists.'),
      'POST /v1/prices': rejection('This currency is not supported.'),
      'POST /v1/coupons': rejection('Invalid positive integer'),
    },
    lists: { '/v1/prices': [] },
  });
  const reasons = await provider.prepareCatalog();
  expect(reasons).toHaveLength(12);
  expect(reasons.slice(0, 2)).toEqual([
    'The price funnel-plan1-usd-1w-1386 could not be created: This currency is not supported.',
    'The coupon funnel-plan1-usd-first-693-off could not be created: Invalid positive integer',
  ]);
  await account.close();
});

it.each(['GET /v1/prices', 'GET /v1/coupons/funnel-plan1-usd-first-693-off', 'POST /v1/products'])(
  'is not taken for missing or different while %s fails',
  async (failing) => {
    const account = await startStripeAccount();
    const provider = account.open({
      answers: { [failing]: { status: 500, error: { type: 'api_error' } } },
      lists: failing === 'GET /v1/prices' ? {} : { '/v1/prices': [] },
    });
    await expect(provider.prepareCatalog()).rejects.toMatchObject({ type: 'StripeAPIError' });
    const created = account.calls().filter(({ call }) => call.startsWith('POST'));
    expect(created.map(({ call }) => call)).toEqual(failing === 'POST /v1/products' ? [failing] : []);
    await account.close();
  },
);
