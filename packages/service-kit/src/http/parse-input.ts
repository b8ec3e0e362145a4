import type { Context } from 'koa';
import { safeParse, type $ZodType, type output } from 'zod/v4/core';

import { problem } from '../problem.ts';

/** Validates a value from outside. Problem: `invalid-request`, whose `errors` name paths. */
export function parseInput<S extends $ZodType>(schema: S, value: unknown): output<S> {
  const parsed = safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw problem('invalid-request', { data: { errors } });
}

/** Reads the query of a request. Problems as in `parseInput`. */
export const readQuery = <S extends $ZodType>(ctx: Context, schema: S): output<S> =>
  parseInput(schema, ctx.query);
