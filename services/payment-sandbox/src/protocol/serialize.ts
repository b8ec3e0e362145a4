import { unusedFieldsOf } from '../published/published-examples.ts';
import type { ObjectTable, State } from '../state/state.ts';
import { StripeError } from './stripe-error.ts';

/** Fields with an id that can be expanded, and the table of their objects. */
const references: Readonly<Record<string, ObjectTable>> = {
  customer: 'customers',
  invoice: 'invoices',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  product: 'products',
  subscription: 'subscriptions',
};

/** Fields that a response contains only if `expand` names them. */
const includable = ['currency_options', 'line_items'];

type Path = readonly string[];

function cannotExpand(field: string): Error {
  return new StripeError(400, `This property cannot be expanded (${field}).`, { param: 'expand' });
}

/** `paths` are the parts of `expand` below this value. The value stays as it is if there are none. */
function serializeValue(state: State, field: string, value: unknown, paths: readonly Path[]): unknown {
  if (typeof value === 'object' && value !== null) return serializeObject(state, value, paths);
  if (paths.length === 0 || value === null) return value;
  const table = references[field];
  const named = table && state[table].get(String(value));
  if (!named) throw cannotExpand(field);
  return serializeObject(state, named, paths);
}

function serializeObject(state: State, object: object, paths: readonly Path[]): object {
  if (Array.isArray(object)) return object.map((item) => serializeValue(state, '', item, paths));
  const wanted = new Set(paths.flatMap(([field]) => field ?? []));
  for (const field of wanted) if (!(field in object)) throw cannotExpand(field);
  const shown = Object.entries(object).filter(([field]) => !includable.includes(field) || wanted.has(field));
  const fields = shown.map(([field, value]) => {
    const below = paths.filter(([first]) => first === field).map(([, ...rest]) => rest);
    return [field, serializeValue(state, field, value, below)];
  });
  return { ...unusedFieldsOf(object), ...Object.fromEntries(fields) };
}

/**
 * A copy for a response, with the fields that nothing here uses: `expand` replaces ids by objects (`subscription.latest_invoice`) and includes fields that are
 * left out otherwise (on lists `data.currency_options`).
 */
export function serialize(state: State, object: object, expand: readonly string[] = []): object {
  const paths = expand.map((path) => path.split('.'));
  return serializeObject(state, object, paths);
}
