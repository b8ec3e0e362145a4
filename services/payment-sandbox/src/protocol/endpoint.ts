import { Ajv, type ErrorObject } from 'ajv';

import type { Sandbox } from '../sandbox.ts';
import schemas from '../parameters/parameters.schema.json' with { type: 'json' };
import type { Parameters, Route } from '../parameters/parameters.ts';
import { serialize } from './serialize.ts';
import { invalidParameter, missingParameter, unknownParameters } from './stripe-error.ts';

export interface Call<Params> {
  readonly sandbox: Sandbox;
  readonly params: Params;
  /** The id in the path, or an empty string. */
  readonly id: string;
  /** The requested path, such as `/v1/products`. */
  readonly path: string;
}

/** One call of the API. Its parameters are checked strictly. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  answer(call: Call<unknown>): unknown;
}

// Every value of a form is a text.
const ajv = new Ajv({ allErrors: true, coerceTypes: true });

/** `/line_items/0` and `price` as `line_items[0][price]`. */
function nameOf({ instancePath }: ErrorObject, child: string[] = []): string {
  const [head = '', ...rest] = [...instancePath.split('/').slice(1), ...child];
  return head + rest.map((part) => `[${part}]`).join('');
}

/** The error that Stripe returns: for unknown names first, then for missing ones, then for invalid values. */
function toStripeError(errors: readonly ErrorObject[]): Error {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  if (unknown.length > 0)
    return unknownParameters(unknown.map((error) => nameOf(error, [error.params['additionalProperty']])));
  const missing = errors.find(({ keyword }) => keyword === 'required');
  if (missing) return missingParameter(nameOf(missing, [missing.params['missingProperty']]));
  const [error] = errors;
  if (!error) return new Error('Nothing was wrong.');
  const allowed: unknown = error.params['allowedValues'];
  const reason = Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : error.message;
  return invalidParameter(nameOf(error), `Invalid ${nameOf(error)}: ${reason}`);
}

/** `handle` receives checked parameters and returns an object of the state. */
export function endpoint<Name extends Route>(
  route: Name,
  handle: (call: Call<Parameters[Name]>) => object,
): Endpoint {
  const [method = '', path = ''] = route.split(' ');
  const isValid = ajv.compile<Parameters[Name]>(schemas[route]);
  return {
    method,
    path,
    answer(call) {
      const { params } = call;
      if (!isValid(params)) throw toStripeError(isValid.errors ?? []);
      return serialize(call.sandbox.state, handle({ ...call, params }), params.expand);
    },
  };
}
