import { createHash, timingSafeEqual } from 'node:crypto';

import type { Middleware } from 'koa';

import type { AppContext } from '../app-context.ts';
import { problem } from '../problem.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Lets operators in by `Authorization: Bearer OPERATOR_TOKEN`; nobody where no token is configured. */
export function operatorOnly({ config }: AppContext): Middleware {
  const expected = config.OPERATOR_TOKEN ? digest(config.OPERATOR_TOKEN) : null;
  return async (ctx, next) => {
    const [, token] = /^Bearer (\S+)$/.exec(ctx.get('Authorization')) ?? [];
    if (!expected || !token || !timingSafeEqual(digest(token), expected)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw problem('unauthorized');
    }
    ctx.state.operator = 'operator';
    await next();
  };
}
