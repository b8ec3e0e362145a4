import type { ObjectTable, State } from '../state/state.ts';
import { StripeError } from './stripe-error.ts';

/** Fields that hold an id, and which objects they may hold instead. */
const references: Readonly<Record<string, ObjectTable>> = {
  charge: 'charges',
  coupon: 'coupons',
  customer: 'customers',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  price: 'prices',
  product: 'products',
  subscription: 'subscriptions',
};

/** Fields that are absent unless asked for. */
const includable = ['currency_options', 'line_items'];

type Path = readonly string[];

function cannotExpand(field: string): Error {
  return new StripeError(400, `This property cannot be expanded (${field}).`, { param: 'expand' });
}

/** `paths` are what is left of them below this value: empty where it is to stay as it is. */
function presentValue(state: State, field: string, value: unknown, paths: readonly Path[]): unknown {
  if (typeof value === 'object' && value !== null) return presentObject(state, value, paths);
  if (paths.length === 0 || value === null) return value;
  const table = references[field];
  const named = table && state[table].get(String(value));
  if (!named) throw cannotExpand(field);
  return presentObject(state, named, paths);
}

function presentObject(state: State, object: object, paths: readonly Path[]): object {
  if (Array.isArray(object)) return object.map((item) => presentValue(state, '', item, paths));
  const wanted = new Set(paths.flatMap(([field]) => field ?? []));
  for (const field of wanted) if (!(field in object)) throw cannotExpand(field);
  const shown = Object.entries(object).filter(([field]) => !includable.includes(field) || wanted.has(field));
  return Object.fromEntries(
    shown.map(([field, value]) => {
      const below = paths.filter(([first]) => first === field).map(([, ...rest]) => rest);
      return [field, presentValue(state, field, value, below)];
    }),
  );
}

/**
 * A copy as the API answers with it: objects where ids stand, as `expand` asks (`subscription.latest_invoice`, on lists
 * `data.product`), and without what is only there on demand.
 */
export function serialize(state: State, object: object, expand: readonly string[] = []): object {
  const paths = expand.map((path) => path.split('.'));
  return presentObject(state, object, paths);
}
