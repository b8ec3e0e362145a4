import { createHash, timingSafeEqual } from 'node:crypto';

import type { Middleware } from 'koa';

import type { AppContext } from '../app-context.ts';
import { problem } from '../problem.ts';
import { openLimit } from './rate-limit.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Lets operators in by `Authorization: Bearer` and one of the configured tokens; nobody where there is none. The part of
 * a token before its colon is the operator's name. Who failed ten times has to wait, so that nobody can guess for long.
 */
export function operatorOnly(context: AppContext): Middleware {
  const operators = context.config.OPERATOR_TOKEN.map((token) => ({
    name: /^(.+):/.exec(token)?.[1] ?? 'operator',
    digest: digest(token),
  }));
  const failures = openLimit(context, { name: 'failed-sign-ins', perMinute: 10 });
  return async (ctx, next) => {
    await failures.check(ctx);
    const [, token = ''] = /^Bearer (\S+)$/.exec(ctx.get('Authorization')) ?? [];
    const given = digest(token);
    const operator = operators.find((known) => timingSafeEqual(known.digest, given));
    if (!operator) {
      await failures.count(ctx);
      ctx.set('WWW-Authenticate', 'Bearer');
      throw problem('unauthorized');
    }
    ctx.state.operator = operator.name;
    await next();
  };
}
