import Router from '@koa/router';
import * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import { rateLimit } from '../platform/http/rate-limit.ts';
import { redeemActivationToken } from './activation.ts';

const activationSchema = z.strictObject({ token: z.string().max(100) });

/** `POST /api/activation { token }`: the external app learns whom it lets in. The token is all the authority it needs. */
export function activationRoutes(context: AppContext): Router {
  const limit = rateLimit(context, { name: 'activation', perMinute: context.config.RATE_LIMIT_PER_MINUTE });
  return new Router().post('/api/activation', limit, async (ctx) => {
    const { token } = await readJson(ctx, activationSchema);
    ctx.body = await redeemActivationToken(context, token);
  });
}
