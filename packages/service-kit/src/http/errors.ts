import { problems } from '@funnel/contracts/problems';
import type { Middleware } from 'koa';

import { isDatabaseOutage } from '../database/database-outage.ts';
import type { Log } from '../log.ts';
import { problem, problemBody, ProblemError } from '../problem.ts';
import { requestLogContext, type LogFieldsOfRequest } from './request-log.ts';

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return problem(isDatabaseOutage(error) ? 'unavailable' : 'internal', { cause: error });
}

/**
 * Responds to every thrown error with `application/problem+json`. Unexpected errors are logged, once. A problem with
 * `retryAfterSeconds` is deliberate, for example under load, and is not logged.
 */
export const errorHandler =
  (log: Log, logFieldsOf: LogFieldsOfRequest = () => ({})): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problemError = toProblem(error);
      const { status } = problems[problemError.code];
      const { retryAfterSeconds } = problemError;
      if (status >= 500 && retryAfterSeconds === null)
        log.error(
          {
            ...requestLogContext(ctx, logFieldsOf),
            err: problemError.cause ?? problemError,
            code: problemError.code,
            method: ctx.method,
          },
          'request failed',
        );
      ctx.state.problem = problemError.code;
      ctx.status = status;
      ctx.set('Cache-Control', 'no-store');
      if (retryAfterSeconds !== null) ctx.set('Retry-After', String(retryAfterSeconds));
      ctx.body = JSON.stringify(problemBody(problemError));
      ctx.type = 'application/problem+json';
    }
  };

/** PostgreSQL rejects texts with U+0000, and no URL of the service contains it. */
export const rejectNul: Middleware = async (ctx, next) => {
  if (ctx.url.includes('%00')) throw problem('not-found');
  await next();
};

/** Ends a request that matched no route. Paths for which `isOwnPath` returns false continue to the next routes. */
export const rejectUnmatched =
  (isOwnPath: (path: string) => boolean): Middleware =>
  async (ctx, next) => {
    const layers: { methods: string[] }[] = ctx.matched ?? [];
    const allowed = new Set(layers.flatMap(({ methods }) => methods));
    if (allowed.size > 0 && !ctx.routeMatched) {
      ctx.set('Allow', [...allowed].join(', '));
      throw problem('method-not-allowed');
    }
    if (isOwnPath(ctx.path)) throw problem('not-found');
    await next();
  };
