import { currencySchema } from '@funnel/contracts/money';
import * as z from 'zod';

import { invalidParameter, missingParameter, unknownParameters } from './stripe-error.ts';

/* Every value arrives as text; these are Stripe's kinds of parameter. */
export const integerParam = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number);
export const amountParam = integerParam.pipe(z.number().min(0, 'Invalid non-negative integer'));
export const booleanParam = z.enum(['true', 'false']).transform((text) => text === 'true');
export const metadataParam = z.record(
  z.string().max(40, 'Metadata keys can have up to 40 characters'),
  z.string().max(500, 'Metadata values can have up to 500 characters'),
);
export const expandParam = z.array(z.string()).max(20).optional();
export const currencyParam = z
  .string()
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => currencySchema.safeParse(text.toUpperCase()).success,
    'This sandbox knows usd and eur only',
  );

/** `['line_items', 0, 'price']` as `line_items[0][price]`. */
function paramName(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    input,
  );
}

function refusal(issues: readonly z.core.$ZodIssue[], input: unknown): Error {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => paramName([...issue.path, key])) : [],
  );
  if (unknown.length > 0) return unknownParameters(unknown);

  const [issue] = issues;
  const param = paramName(issue?.path ?? []);
  if (issue && valueAt(input, issue.path) === undefined) return missingParameter(param);
  if (issue?.code === 'invalid_value') {
    return invalidParameter(param, `Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`);
  }
  return invalidParameter(param, `Invalid ${param}: ${issue?.message}`);
}

/** The parameters, or the error that Stripe answers with: unknown names first, then missing ones, then bad values. */
export function parseParams<Params>(schema: z.ZodType<Params>, input: unknown): Params {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw refusal(parsed.error.issues, input);
  return parsed.data;
}
