import { currencies, type Currency } from '@funnel/contracts/money';
import { planIds, priceOf, type PlanId } from '@funnel/contracts/plans';
import Stripe from 'stripe';

/**
 * One plan in one currency at Stripe: a product, its full price per period, and a coupon that reduces the first period
 * to the promotional price. Ids contain the amounts, so that a changed plan gets new ones.
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
      // The price that the page shows is the price that is charged.
      tax_behavior: 'inclusive',
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

type CatalogItem = ReturnType<typeof catalogItem>;

export const catalogItems: readonly CatalogItem[] = planIds.flatMap((planId) =>
  currencies.map((currency) => catalogItem(planId, currency)),
);

export const isInvalidRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** The catalog exists at Stripe but differs from the plans, and an operator has to fix it. */
export class CatalogMismatchError extends Error {}

/**
 * Creates an item, and returns the error if Stripe rejects it, because another replica may have created it. The caller
 * reads the catalog again.
 */
async function createIfMissing(create: () => Promise<unknown>): Promise<Error | null> {
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
        ({ active, lookup_key, currency, unit_amount, tax_behavior, recurring }) =>
          active &&
          // Prices of earlier versions are "unspecified", which the account's setting decides.
          tax_behavior !== 'exclusive' &&
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
  { id, currency, amount_off, duration }: CatalogItem['coupon'],
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

/** Reads the catalog. `prices` maps lookup keys to ids. `missing` lists the items that are missing or different. */
async function readCatalog(stripe: Stripe) {
  const [prices, coupons] = await Promise.all([
    findPrices(stripe),
    Promise.all(catalogItems.map(({ coupon }) => hasCoupon(stripe, coupon))),
  ]);
  const missing = catalogItems.filter(({ price }, at) => !prices.has(price.lookup_key) || !coupons[at]);
  return { prices, missing };
}

/**
 * Creates missing products, prices and coupons at Stripe, and returns the prices' ids by lookup key. It is idempotent,
 * and safe on several replicas at once. Throws `CatalogMismatchError`.
 */
export async function ensureCatalog(stripe: Stripe): Promise<ReadonlyMap<string, string>> {
  const initial = await readCatalog(stripe);
  if (initial.missing.length === 0) return initial.prices;
  const rejections: (Error | null)[] = [];
  for (const { product, price, coupon } of initial.missing) {
    rejections.push(await createIfMissing(() => stripe.products.create(product)));
    rejections.push(await createIfMissing(() => stripe.prices.create(price)));
    rejections.push(await createIfMissing(() => stripe.coupons.create(coupon)));
  }
  const { prices, missing } = await readCatalog(stripe);
  if (missing.length === 0) return prices;
  const keys = missing.map(({ price }) => price.lookup_key).join(', ');
  const reasons = rejections.flatMap((rejection) => (rejection ? [rejection.message] : [])).join('; ');
  throw new CatalogMismatchError(
    `These prices or their coupons are archived or different at Stripe: ${keys}. Stripe returned: ${reasons}`,
  );
}
