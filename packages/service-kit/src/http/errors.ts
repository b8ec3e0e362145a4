import { problems } from '@funnel/contracts/problems';
import type { Middleware } from 'koa';

import { isDatabaseOutage } from '../database/database-outage.ts';
import type { Log } from '../log.ts';
import { problem, problemBody, ProblemError } from '../problem.ts';
import { requestLogContext, type DescribeRequest } from './request-log.ts';

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return problem(isDatabaseOutage(error) ? 'unavailable' : 'internal', { cause: error });
}

/** Answers whatever is thrown further in as `application/problem+json`; what nobody expected is logged, once. */
export const errorHandler =
  (log: Log, describe: DescribeRequest = () => ({})): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = asProblem(error);
      const { status } = problems[refusal.code];
      if (status >= 500)
        log.error(
          {
            ...requestLogContext(ctx, describe),
            err: refusal.cause ?? refusal,
            code: refusal.code,
            method: ctx.method,
          },
          'request failed',
        );
      ctx.state.problem = refusal.code;
      ctx.status = status;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = JSON.stringify(problemBody(refusal));
      ctx.type = 'application/problem+json';
    }
  };

/** PostgreSQL cannot be asked for a text with U+0000, and nothing of ours has one in its address. */
export const rejectNul: Middleware = async (ctx, next) => {
  if (ctx.url.includes('%00')) throw problem('not-found');
  await next();
};

/** Ends what no route took. `claims` says which paths end here; the others go on to the next routes. */
export const unmatched =
  (claims: (path: string) => boolean): Middleware =>
  async (ctx, next) => {
    const layers: { methods: string[] }[] = ctx.matched ?? [];
    const allowed = new Set(layers.flatMap(({ methods }) => methods));
    if (allowed.size > 0 && !ctx.routeMatched) {
      ctx.set('Allow', [...allowed].join(', '));
      throw problem('method-not-allowed');
    }
    if (claims(ctx.path)) throw problem('not-found');
    await next();
  };
