import type { Parameters } from '../parameters/parameters.ts';
import type { Call } from '../protocol/endpoint.ts';
import { alreadyExists, find, invalidParameter, StripeError } from '../protocol/stripe-error.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, randomText, type Coupon, type Price, type Product } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';

/** The fields of every new object of Stripe's. */
export const commonFields = (sandbox: Sandbox) => ({ created: nowSeconds(sandbox), livemode: false });

export function createProduct({ sandbox, params }: Call<Parameters['POST /v1/products']>): Product {
  const { id = newId('prod'), name, active = true, description = null, metadata = {} } = params;
  const { products } = sandbox.state;
  if (products.has(id)) throw alreadyExists('Product already exists.');
  const product: Product = {
    id,
    object: 'product',
    ...commonFields(sandbox),
    name,
    active,
    description,
    metadata,
  };
  products.set(id, product);
  return product;
}

export function createPrice({ sandbox, params }: Call<Parameters['POST /v1/prices']>): Price {
  const { prices, products } = sandbox.state;
  const { currency, product, unit_amount, recurring, currency_options, lookup_key = null } = params;
  find(products, 'product', product, 'product');
  if (unit_amount < 0)
    throw invalidParameter('unit_amount', 'Invalid unit_amount: Invalid non-negative integer');
  const holder = [...prices.values()].find((price) => lookup_key !== null && price.lookup_key === lookup_key);
  if (holder)
    throw new StripeError(400, `A price (\`${holder.id}\`) already uses that lookup key.`, {
      param: 'lookup_key',
    });
  const price: Price = {
    id: newId('price'),
    object: 'price',
    ...commonFields(sandbox),
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    currency,
    currency_options: { ...currency_options, [currency]: { unit_amount } },
    lookup_key,
    metadata: params.metadata ?? {},
    nickname: params.nickname ?? null,
    product,
    recurring: {
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      ...recurring,
      usage_type: 'licensed',
    },
    tax_behavior: params.tax_behavior ?? 'unspecified',
    type: 'recurring',
    unit_amount,
  };
  prices.set(price.id, price);
  return price;
}

export function createCoupon({ sandbox, params }: Call<Parameters['POST /v1/coupons']>): Coupon {
  const { coupons } = sandbox.state;
  const { id = randomText(8), amount_off, currency, currency_options, duration } = params;
  if (coupons.has(id)) throw alreadyExists('Coupon already exists.');
  if (amount_off < 1) throw invalidParameter('amount_off', 'Invalid amount_off: Invalid positive integer');
  const coupon: Coupon = {
    id,
    object: 'coupon',
    ...commonFields(sandbox),
    amount_off,
    currency,
    currency_options: { ...currency_options, [currency]: { amount_off } },
    duration,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    percent_off: null,
    times_redeemed: 0,
    valid: true,
  };
  coupons.set(id, coupon);
  return coupon;
}

export function priceFor({ state }: Sandbox, id: string, param: string): Price {
  const price = find(state.prices, 'price', id, param);
  if (!price.active) throw invalidParameter(param, 'This field only accepts active prices.');
  if (!rowOf(state.products, price.product).active)
    throw invalidParameter(
      param,
      `Price \`${id}\` is not available to be purchased because its product is not active.`,
    );
  return price;
}

export function couponFor({ state }: Sandbox, id: string | undefined): Coupon | null {
  return id === undefined ? null : find(state.coupons, 'coupon', id, 'discounts[0][coupon]');
}

export function optionIn<Option>(
  { currency_options }: { currency_options: Record<string, Option> },
  currency: string,
): Option {
  const option = currency_options[currency];
  if (option !== undefined) return option;
  const known = Object.keys(currency_options).join(', ');
  throw invalidParameter(
    'currency',
    `The price and the coupon have to support ${currency}; one has ${known}.`,
  );
}
