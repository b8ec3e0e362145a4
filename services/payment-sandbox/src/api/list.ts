import type Stripe from 'stripe';

import type { ObjectTable } from '../state/state.ts';
import type { Call } from '../protocol/endpoint.ts';
import { found, invalidParameter, noSuch } from '../protocol/stripe-error.ts';

interface PageParams {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly expand?: string[];
}

/** Lists by several values name their parameter in the plural. */
const fieldOf: Readonly<Record<string, string>> = { ids: 'id', lookup_keys: 'lookup_key', types: 'type' };

const ranges: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
};

function matches(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.includes(value);
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  return Object.entries(wanted).every(([name, part]) => {
    const compare = ranges[name];
    if (compare) return compare(Number(value), Number(part));
    return typeof value === 'object' && value !== null && matches(Reflect.get(value, name), part);
  });
}

/** One page in Stripe's order, newest first. `rows` come oldest first; every other parameter is a field to match. */
export function pageOf<Row extends { id: string }>(
  { params, path }: Pick<Call<PageParams>, 'params' | 'path'>,
  rows: Iterable<Row>,
): Stripe.ApiList<Row> {
  const { limit = 10, starting_after: after, expand: _expand, ...filters } = params;
  if (limit < 1 || limit > 100) throw invalidParameter('limit', 'Invalid limit: must be between 1 and 100');
  const newestFirst = [...rows].reverse();
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after');
  const found = newestFirst
    .slice(start)
    .filter((row) =>
      Object.entries(filters).every(([name, wanted]) =>
        matches(Reflect.get(row, fieldOf[name] ?? name), wanted),
      ),
    );
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url: path };
}

export const list =
  (table: ObjectTable) =>
  ({ sandbox, ...call }: Call<PageParams>) =>
    pageOf<{ id: string }>(call, sandbox.state[table].values());

const nouns: Readonly<Record<ObjectTable, string>> = {
  products: 'product',
  prices: 'price',
  coupons: 'coupon',
  sessions: 'checkout.session',
  customers: 'customer',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  events: 'event',
};

export const retrieve =
  (table: ObjectTable) =>
  ({ sandbox, id }: Call<unknown>): object =>
    found(sandbox.state[table].get(id), nouns[table], id);
