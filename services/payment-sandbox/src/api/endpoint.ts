import type * as z from 'zod';

import type { Sandbox } from '../sandbox.ts';
import { expand } from './expand.ts';
import { parseParams } from './params.ts';

interface Call<Params> {
  readonly sandbox: Sandbox;
  readonly params: Params;
  /** The object that the address names; empty where it names none. */
  readonly id: string;
}

type Method = 'GET' | 'POST' | 'DELETE';

/** One call of the API: what it takes, strictly, and what it answers. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  run(sandbox: Sandbox, input: unknown, id: string): object;
}

export function endpoint<Params extends { expand?: string[] | undefined }>(
  method: Method,
  path: string,
  schema: z.ZodType<Params>,
  handle: (call: Call<Params>) => object,
): Endpoint {
  return {
    method,
    path,
    run(sandbox, input, id) {
      const params = parseParams(schema, input);
      return expand(sandbox, handle({ sandbox, params, id }), params.expand ?? []);
    },
  };
}
