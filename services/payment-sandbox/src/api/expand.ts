import { customerObject } from '../billing/customer-object.ts';
import { invoiceObject } from '../billing/invoice-object.ts';
import { subscriptionObject } from '../billing/subscription-object.ts';
import { couponObject, currencyOptionsOfCoupon } from '../catalogue/coupon-object.ts';
import { currencyOptionsOfPrice, priceObject } from '../catalogue/price-object.ts';
import { productObject } from '../catalogue/product-object.ts';
import { lineItemsOf } from '../checkout/line-items.ts';
import type { Sandbox } from '../sandbox.ts';
import { StripeError } from './stripe-error.ts';

type Lookup = (sandbox: Sandbox, id: string) => object | undefined;

const maybe = <Row, Served>(row: Row | undefined, toObject: (row: Row) => Served) =>
  row ? toObject(row) : undefined;
const invoice: Lookup = (sandbox, id) =>
  maybe(sandbox.state.invoices.get(id), (row) => invoiceObject(sandbox, row));

/** Fields that hold an id and may hold the object. */
const references: Readonly<Record<string, Lookup>> = {
  customer: ({ state }, id) => maybe(state.customers.get(id), customerObject),
  coupon: ({ state }, id) => maybe(state.coupons.get(id), couponObject),
  product: ({ state }, id) => maybe(state.products.get(id), productObject),
  price: ({ state }, id) => maybe(state.prices.get(id), priceObject),
  subscription: (sandbox, id) =>
    maybe(sandbox.state.subscriptions.get(id), (row) => subscriptionObject(sandbox, row)),
  invoice,
  latest_invoice: invoice,
};

/** Fields that are absent unless asked for, by `object:field`. */
const inclusions: Readonly<Record<string, Lookup>> = {
  'checkout.session:line_items': (sandbox, id) =>
    maybe(sandbox.state.sessions.get(id), (row) => lineItemsOf(sandbox, row)),
  'price:currency_options': ({ state }, id) => maybe(state.prices.get(id), currencyOptionsOfPrice),
  'coupon:currency_options': ({ state }, id) => maybe(state.coupons.get(id), currencyOptionsOfCoupon),
};

function read(object: object, field: string): unknown {
  return Reflect.get(object, field);
}

function expandPath(
  sandbox: Sandbox,
  object: object,
  [field, ...rest]: readonly string[],
  path: string,
): void {
  if (field === undefined) return;
  const value = read(object, field);
  const include = inclusions[`${String(read(object, 'object'))}:${field}`];
  const lookUp = references[field];
  let expanded: unknown = value;
  if (typeof value === 'string' && lookUp) expanded = lookUp(sandbox, value);
  else if (value === undefined && include) expanded = include(sandbox, String(read(object, 'id')));
  else if (value === undefined || typeof value === 'string') {
    throw new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  Reflect.set(object, field, expanded);
  for (const child of Array.isArray(expanded) ? expanded : [expanded]) {
    if (typeof child === 'object' && child !== null) expandPath(sandbox, child, rest, path);
  }
}

/** Puts objects where ids stand, as `expand` asks: `subscription.latest_invoice`, on lists `data.product`. */
export function expand(sandbox: Sandbox, object: object, paths: readonly string[]): object {
  for (const path of paths) expandPath(sandbox, object, path.split('.'), path);
  return object;
}
