import { createTestClock } from '../../platform/service.testkit.ts';
import { catalogItems, ensureCatalog } from './catalog.ts';
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
      coupon.amount_off,
      coupon.duration,
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
  const prices = await ensureCatalog(stripe());
  expect([...prices.keys()]).toEqual(catalogItems.map(({ price }) => price.lookup_key));
  expect([...api.products.keys()]).toEqual(['funnel-plan1', 'funnel-plan2', 'funnel-plan3']);
  const before = creations().length;
  expect(await ensureCatalog(stripe())).toEqual(prices);
  expect(creations()).toHaveLength(before);
});

it('returns the same prices to replicas that start together', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => ensureCatalog(stripe())));
  for (const other of others) expect(other).toEqual(first);
  expect(api.prices.size).toBe(6);
});

it('creates prices that include the tax, and rejects one to which tax is added', async () => {
  await ensureCatalog(stripe());
  expect([...api.prices.values()].map(({ tax_behavior }) => tax_behavior)).toEqual(
    Array.from({ length: 6 }, () => 'inclusive'),
  );
  for (const price of api.prices.values()) Object.assign(price, { tax_behavior: 'unspecified' });
  expect((await ensureCatalog(stripe())).size).toBe(6);
  for (const price of api.prices.values()) Object.assign(price, { tax_behavior: 'exclusive' });
  await expect(ensureCatalog(stripe())).rejects.toThrow('funnel-plan1-usd-1w-1386');
});

it('rejects an archived price', async () => {
  await ensureCatalog(stripe());
  for (const price of api.prices.values()) price.active = price.lookup_key !== 'funnel-plan2-eur-4w-3999';
  await expect(ensureCatalog(stripe())).rejects.toThrow(
    'different at Stripe: funnel-plan2-eur-4w-3999. Stripe returned: Already exists',
  );
});

it.each([
  ['costs another amount', { unit_amount: 2999 }],
  ['is in another currency', { currency: 'usd' }],
  ['renews every month', { recurring: { interval: 'month', interval_count: 4 } }],
  ['renews every week', { recurring: { interval: 'week', interval_count: 1 } }],
])('rejects a price that %s', async (_, change) => {
  await ensureCatalog(stripe());
  for (const price of api.prices.values())
    if (price.lookup_key === 'funnel-plan2-eur-4w-3999') Object.assign(price, change);
  await expect(ensureCatalog(stripe())).rejects.toThrow('funnel-plan2-eur-4w-3999');
});

it.each([
  ['reduces the price by another amount', { amount_off: 1000 }],
  ['is in another currency', { currency: 'usd' }],
  ['reduces every period', { duration: 'forever' }],
  ['is not valid any more', { valid: false }],
])('rejects a coupon that %s', async (_, change) => {
  await ensureCatalog(stripe());
  Object.assign(api.coupons.get('funnel-plan2-eur-first-2000-off') ?? {}, change);
  await expect(ensureCatalog(stripe())).rejects.toThrow('funnel-plan2-eur-4w-3999');
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
