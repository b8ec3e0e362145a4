import type Stripe from 'stripe';
import * as z from 'zod';

import { expandParam, integerParam } from './params.ts';
import { noSuch } from './stripe-error.ts';

export const listParams = {
  limit: integerParam.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand: expandParam,
};

interface Page {
  readonly limit: number;
  readonly starting_after?: string | undefined;
}

/** One page in Stripe's order, newest first. `rows` come oldest first, already filtered. */
export function listOf<Row extends { id: string }, Served>(
  url: string,
  rows: Iterable<Row>,
  toObject: (row: Row) => Served,
  page: Page,
): Stripe.ApiList<Served> {
  const newestFirst = [...rows].reverse();
  const after = page.starting_after;
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after');
  const data = newestFirst.slice(start, start + page.limit).map(toObject);
  return { object: 'list', data, has_more: start + page.limit < newestFirst.length, url };
}
