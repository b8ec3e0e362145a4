import { createHash, timingSafeEqual } from 'node:crypto';

import Router from '@koa/router';
import type { Context, Next } from 'koa';
import qs from 'qs';
import Stripe from 'stripe';

import { expireDueSessions } from '../checkout/open-session.ts';
import { StripeError } from '../protocol/stripe-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId } from '../state/objects.ts';
import { endpoints } from './endpoints.ts';
import { replayIdempotent } from './idempotency.ts';

/** `line_items[0][price]=p&expand[]=x` as `{ line_items: [{ price: 'p' }], expand: ['x'] }`; every leaf is a string. */
const decodeForm = (text: string): unknown =>
  qs.parse(text, { plainObjects: true, arrayLimit: 100, duplicates: 'last' });

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Checks the key, which the library sends as a bearer token. */
function authenticate(authorization: string, secretKey: string): void {
  const [, key = ''] = authorization.split(' ');
  if (timingSafeEqual(digest(key), digest(secretKey))) return;
  const hidden = `${key.slice(0, 8)}${'*'.repeat(8)}`;
  throw new StripeError(401, `Invalid API Key provided: ${hidden}`, { code: 'api_key_invalid' });
}

async function answerErrors(ctx: Context, next: Next): Promise<void> {
  ctx.set({ 'request-id': newId('req'), 'stripe-version': Stripe.API_VERSION });
  try {
    await next();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    ctx.status = error.status;
    ctx.body = error.toBody();
  }
}

function checkVersion(version: string): void {
  if (version === '' || version === Stripe.API_VERSION) return;
  throw new StripeError(400, `This sandbox speaks ${Stripe.API_VERSION}; the request asked for ${version}.`);
}

export function apiRoutes(sandbox: Sandbox): Router {
  const router = new Router();
  router.use('/v1', answerErrors, async (ctx, next) => {
    authenticate(ctx.get('authorization'), sandbox.settings.secretKey);
    checkVersion(ctx.get('stripe-version'));
    expireDueSessions(sandbox);
    await next();
  });
  for (const { method, path, answer } of endpoints) {
    router.register(path, [method], (ctx) => {
      const params = decodeForm(method === 'POST' ? (ctx.request.rawBody ?? '') : ctx.querystring);
      const call = { sandbox, params, id: ctx.params['id'] ?? '', path: ctx.path };
      ctx.type = 'application/json';
      ctx.body = replayIdempotent(sandbox, ctx, () => JSON.stringify(answer(call)));
    });
  }
  router.all('/v1/{*rest}', (ctx) => {
    throw new StripeError(404, `Unrecognized request URL (${ctx.method}: ${ctx.path}) in this sandbox.`);
  });
  return router;
}
