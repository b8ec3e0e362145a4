import { currencies, type Currency } from '@funnel/contracts/money';
import { planIds, priceOf, type PlanId } from '@funnel/contracts/plans';
import Stripe from 'stripe';

/**
 * What one plan in one currency is at Stripe: a product, its full price for every period, and a coupon that takes the
 * first period down to the promotional price. Ids carry the amounts, so that a changed plan gets new ones.
 */
export function catalogItem(planId: PlanId, currency: Currency) {
  const { plan, original, saved } = priceOf(planId, currency);
  return {
    product: { id: `funnel-${planId}`, name: plan.name },
    price: {
      lookup_key: `funnel-${planId}-${currency}-${plan.periodWeeks}w-${original.amountMinor}`.toLowerCase(),
      product: `funnel-${planId}`,
      currency: currency.toLowerCase(),
      unit_amount: original.amountMinor,
      recurring: { interval: 'week', interval_count: plan.periodWeeks },
    },
    coupon: {
      id: `funnel-${planId}-${currency}-first-${saved.amountMinor}-off`.toLowerCase(),
      name: 'First period',
      currency: currency.toLowerCase(),
      amount_off: saved.amountMinor,
      duration: 'once',
    },
  } as const;
}

type CatalogueItem = ReturnType<typeof catalogItem>;

export const catalogItems: readonly CatalogueItem[] = planIds.flatMap((planId) =>
  currencies.map((currency) => catalogItem(planId, currency)),
);

export const isInvalidRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** What is on sale exists at Stripe, but not as the plans say; somebody has to look. */
export class CatalogueMismatch extends Error {}

/** Another replica may be creating the same thing: being refused is then as good as done, which reading again shows. */
async function createUnlessThere(create: () => Promise<unknown>): Promise<Error | null> {
  try {
    await create();
    return null;
  } catch (error) {
    if (isInvalidRequest(error)) return error;
    throw error;
  }
}

async function findPrices(stripe: Stripe): Promise<Map<string, string>> {
  const keys = catalogItems.map(({ price }) => price.lookup_key);
  const { data } = await stripe.prices.list({ lookup_keys: keys, limit: 100 });
  return new Map(
    catalogItems.flatMap(({ price: wanted }) => {
      const found = data.find(
        ({ active, lookup_key, currency, unit_amount, recurring }) =>
          active &&
          lookup_key === wanted.lookup_key &&
          currency === wanted.currency &&
          unit_amount === wanted.unit_amount &&
          recurring?.interval === wanted.recurring.interval &&
          recurring.interval_count === wanted.recurring.interval_count,
      );
      return found ? [[wanted.lookup_key, found.id]] : [];
    }),
  );
}

async function hasCoupon(
  stripe: Stripe,
  { id, currency, amount_off, duration }: CatalogueItem['coupon'],
): Promise<boolean> {
  try {
    const found = await stripe.coupons.retrieve(id);
    return (
      found.valid &&
      found.currency === currency &&
      found.amount_off === amount_off &&
      found.duration === duration
    );
  } catch (error) {
    if (isInvalidRequest(error)) return false;
    throw error;
  }
}

/** Looks for everything that is on sale: `prices` maps lookup keys to ids; `missing` is what is not there as it must be. */
async function inspect(stripe: Stripe) {
  const [prices, coupons] = await Promise.all([
    findPrices(stripe),
    Promise.all(catalogItems.map(({ coupon }) => hasCoupon(stripe, coupon))),
  ]);
  const missing = catalogItems.filter(({ price }, at) => !prices.has(price.lookup_key) || !coupons[at]);
  return { prices, missing };
}

/**
 * Makes sure that products, prices and coupons exist at Stripe, and gives the prices' ids by lookup key.
 * May run as often, and on as many replicas at once, as one likes. Throws `CatalogueMismatch`.
 */
export async function ensureCatalog(stripe: Stripe): Promise<ReadonlyMap<string, string>> {
  const before = await inspect(stripe);
  if (before.missing.length === 0) return before.prices;
  const refusals: (Error | null)[] = [];
  for (const { product, price, coupon } of before.missing) {
    refusals.push(await createUnlessThere(() => stripe.products.create(product)));
    refusals.push(await createUnlessThere(() => stripe.prices.create(price)));
    refusals.push(await createUnlessThere(() => stripe.coupons.create(coupon)));
  }
  const { prices, missing } = await inspect(stripe);
  if (missing.length === 0) return prices;
  const keys = missing.map(({ price }) => price.lookup_key).join(', ');
  const reasons = refusals.flatMap((refusal) => (refusal ? [refusal.message] : [])).join('; ');
  throw new CatalogueMismatch(
    `Stripe has these, or their coupons, on other terms or archived: ${keys}. It said: ${reasons}`,
  );
}
