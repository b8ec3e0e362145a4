import type Stripe from 'stripe';

import type { ObjectTable } from '../state/state.ts';
import type { Call } from '../protocol/endpoint.ts';
import { found, invalidParameter, noSuch } from '../protocol/stripe-error.ts';

interface PageParams {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly expand?: string[];
}

/** Lists that match several values name their parameter in the plural. */
const fieldOf: Readonly<Record<string, string>> = { lookup_keys: 'lookup_key' };

/** One page in Stripe's order, newest first. Every parameter that does not choose the page is a field to match. */
export const list =
  (table: ObjectTable) =>
  ({ sandbox, params, path }: Call<PageParams>): Stripe.ApiList<{ id: string }> => {
    const { limit = 10, starting_after: after, expand: _expand, ...filters } = params;
    if (limit < 1 || limit > 100) throw invalidParameter('limit', 'Invalid limit: must be between 1 and 100');
    const newestFirst: { id: string }[] = [...sandbox.state[table].values()].reverse();
    const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after');
    const matching = newestFirst.slice(start).filter((row) =>
      Object.entries(filters).every(([name, wanted]) => {
        const value: unknown = Reflect.get(row, fieldOf[name] ?? name);
        return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
      }),
    );
    return { object: 'list', data: matching.slice(0, limit), has_more: matching.length > limit, url: path };
  };

/** One object by its id; `noun` names it in the error. */
export const retrieve =
  (table: ObjectTable, noun: string) =>
  ({ sandbox, id }: Call<unknown>): object =>
    found(sandbox.state[table].get(id), noun, id);
