import type Stripe from 'stripe';

import type { ObjectTable } from '../state/state.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find, invalidParameter, noSuch } from '../protocol/stripe-error.ts';

interface PageParams {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly expand?: string[];
}

/** The field that a parameter matches, if it has another name: one of several values, or a field of a field. */
const fieldOf: Readonly<Record<string, string>> = {
  lookup_keys: 'lookup_key',
  subscription: 'parent.subscription_details.subscription',
};

/** The value of a field, or of a field of a field. */
const valueAt = (row: object, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      row,
    );

/** Whether a value is the wanted one, or one of them, or has the wanted fields. */
function matches(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.includes(value);
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(wanted).every(([field, part]) => matches(Reflect.get(value, field), part));
}

/** One page in Stripe's order, newest first. Every parameter that does not choose the page is a field to match. */
export const list =
  (table: ObjectTable) =>
  ({ sandbox, params, path }: Call<PageParams>): Stripe.ApiList<{ id: string }> => {
    const { limit = 10, starting_after: after, expand: _expand, ...filters } = params;
    if (limit < 1 || limit > 100) throw invalidParameter('limit', 'Invalid limit: must be between 1 and 100');
    const newestFirst: { id: string }[] = [...sandbox.state[table].values()].reverse();
    const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after');
    const matching = newestFirst
      .slice(start)
      .filter((row) =>
        Object.entries(filters).every(([name, wanted]) =>
          matches(valueAt(row, fieldOf[name] ?? name), wanted),
        ),
      );
    return { object: 'list', data: matching.slice(0, limit), has_more: matching.length > limit, url: path };
  };

/** One object by its id; `noun` names it in the error. */
export const retrieve =
  (table: ObjectTable, noun: string) =>
  ({ sandbox, id }: Call<unknown>): object =>
    find<object>(sandbox.state[table], noun, id);
