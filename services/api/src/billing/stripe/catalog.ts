import { currencies } from '@funnel/contracts/money';
import { planIds, priceOf, type PlanPrice } from '@funnel/contracts/plans';
import Stripe from 'stripe';

/**
 * One plan in one currency at Stripe: a product, its full price per period, and a coupon that reduces the first period to the
 * promotional price, if that is less. The id of a product contains the period, that of a coupon the amount, and a lookup key
 * both, so that a plan with another period or price gets new ones. A price keeps its product, and those of earlier versions have
 * ids without a period.
 */
export function catalogItem({ plan, original, saved }: PlanPrice) {
  const { planId } = plan;
  const { currency } = original;
  const product = `funnel-${planId}-${plan.periodWeeks}w`;
  const coupon = {
    id: `funnel-${planId}-${currency}-first-${saved.amountMinor}-off`.toLowerCase(),
    name: 'First period',
    currency: currency.toLowerCase(),
    amount_off: saved.amountMinor,
    duration: 'once',
  } as const;
  return {
    product: { id: product, name: plan.name },
    price: {
      lookup_key: `funnel-${planId}-${currency}-${plan.periodWeeks}w-${original.amountMinor}`.toLowerCase(),
      product,
      currency: currency.toLowerCase(),
      unit_amount: original.amountMinor,
      // The price that the page shows is the price that is charged.
      tax_behavior: 'inclusive',
      recurring: { interval: 'week', interval_count: plan.periodWeeks },
    },
    // Stripe rejects a coupon that takes nothing off.
    coupon: saved.amountMinor > 0 ? coupon : null,
  } as const;
}

export type CatalogItem = ReturnType<typeof catalogItem>;
type CatalogCoupon = NonNullable<CatalogItem['coupon']>;

export const catalogItems: readonly CatalogItem[] = planIds.flatMap((planId) =>
  currencies.map((currency) => catalogItem(priceOf(planId, currency))),
);

export const isInvalidRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** An item of the catalog at Stripe differs from its plan, and an operator has to fix it. */
export class CatalogMismatchError extends Error {}

/** What Stripe has of the catalog. */
export interface Catalog {
  /** The ids of the prices that can be sold, by lookup key. */
  readonly prices: ReadonlyMap<string, string>;
  /** Why another price or coupon cannot be used, and what to do, by lookup key or id. */
  readonly mismatches: ReadonlyMap<string, string>;
}

/**
 * Creates a part of the catalog, and returns Stripe's message if it is rejected, because another replica may have created
 * it. The caller reads the catalog again.
 */
async function createIfMissing(create: () => Promise<unknown>): Promise<string | null> {
  try {
    await create();
    return null;
  } catch (error) {
    if (isInvalidRequest(error)) return error.message;
    throw error;
  }
}

async function findCoupon(stripe: Stripe, coupon: CatalogItem['coupon']): Promise<Stripe.Coupon | null> {
  if (coupon === null) return null;
  try {
    return await stripe.coupons.retrieve(coupon.id);
  } catch (error) {
    if (isInvalidRequest(error)) return null;
    throw error;
  }
}

/** Each item, with the price that has its lookup key and the coupon that has its id. */
async function readItems(stripe: Stripe, items: readonly CatalogItem[]) {
  const keys = items.map(({ price }) => price.lookup_key);
  const [{ data }, coupons] = await Promise.all([
    stripe.prices.list({ lookup_keys: keys, limit: 100, expand: ['data.product'] }),
    Promise.all(items.map(({ coupon }) => findCoupon(stripe, coupon))),
  ]);
  return items.map((item, at) => ({
    item,
    price: data.find(({ lookup_key }) => lookup_key === item.price.lookup_key) ?? null,
    coupon: coupons[at] ?? null,
  }));
}

function priceMismatch(wanted: CatalogItem['price'], found: Stripe.Price): string | null {
  const { active, currency, unit_amount, tax_behavior, recurring, product } = found;
  if (!active) return 'is archived: reactivate the price in the dashboard, or change the plan’s amount';
  if (typeof product === 'object' && 'active' in product && !product.active)
    return `cannot be sold, because its product ${product.id} is archived: reactivate the product in the dashboard`;
  const fits =
    // Prices of earlier versions are "unspecified", which the account's setting decides.
    tax_behavior !== 'exclusive' &&
    currency === wanted.currency &&
    unit_amount === wanted.unit_amount &&
    recurring?.interval === wanted.recurring.interval &&
    recurring.interval_count === wanted.recurring.interval_count;
  return fits
    ? null
    : 'differs in its amount, currency, period or tax: give its lookup key to a price that fits, or change the plan’s amount';
}

function couponMismatch(wanted: CatalogCoupon, found: Stripe.Coupon): string | null {
  const { valid, currency, amount_off, duration } = found;
  const fits =
    valid && currency === wanted.currency && amount_off === wanted.amount_off && duration === wanted.duration;
  return fits
    ? null
    : 'differs or is no longer valid: delete the coupon in the dashboard, so that it is created again';
}

/**
 * Creates missing products, prices and coupons at Stripe, and returns what can be sold then. It is idempotent, and safe on
 * several replicas at once.
 */
export async function ensureCatalog(stripe: Stripe, items = catalogItems): Promise<Catalog> {
  const initial = await readItems(stripe, items);
  const rejections = new Map<string, string>();
  const create = async (key: string, ...steps: readonly (() => Promise<unknown>)[]) => {
    let message: string | null = null;
    // The last step decides: the product may exist if its price alone is missing.
    for (const step of steps) message = await createIfMissing(step);
    rejections.set(key, `could not be created: ${message ?? 'it is not there yet'}`);
  };
  for (const { item, price, coupon } of initial) {
    if (!price)
      await create(
        item.price.lookup_key,
        () => stripe.products.create(item.product),
        () => stripe.prices.create(item.price),
      );
    const { coupon: wanted } = item;
    if (wanted && !coupon) await create(wanted.id, () => stripe.coupons.create(wanted));
  }
  const prices = new Map<string, string>();
  const mismatches = new Map<string, string>();
  const isComplete = rejections.size === 0;
  for (const { item, price, coupon } of isComplete ? initial : await readItems(stripe, items)) {
    const { lookup_key: key } = item.price;
    const wrongPrice = price ? priceMismatch(item.price, price) : (rejections.get(key) ?? 'is missing');
    if (wrongPrice !== null) mismatches.set(key, `The price ${key} ${wrongPrice}`);
    else if (price) prices.set(key, price.id);
    if (item.coupon === null) continue;
    const { id } = item.coupon;
    const wrongCoupon = coupon ? couponMismatch(item.coupon, coupon) : (rejections.get(id) ?? 'is missing');
    if (wrongCoupon !== null) mismatches.set(id, `The coupon ${id} ${wrongCoupon}`);
  }
  return { prices, mismatches };
}
