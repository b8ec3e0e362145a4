import Router from '@koa/router';
import type { Context, Next } from 'koa';
import Stripe from 'stripe';

import { billingEndpoints } from '../billing/billing-endpoints.ts';
import { couponEndpoints } from '../catalogue/coupon-endpoints.ts';
import { priceEndpoints } from '../catalogue/price-endpoints.ts';
import { productEndpoints } from '../catalogue/product-endpoints.ts';
import { sessionEndpoints } from '../checkout/session-endpoints.ts';
import { eventEndpoints } from '../events/event-endpoints.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import { authenticate } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { decodeForm } from './form-encoding.ts';
import { fingerprintOf, replayOf } from './idempotency.ts';
import { StripeError } from './stripe-error.ts';

const endpoints: readonly Endpoint[] = [
  ...productEndpoints,
  ...priceEndpoints,
  ...couponEndpoints,
  ...sessionEndpoints,
  ...billingEndpoints,
  ...eventEndpoints,
];

async function answerErrors(ctx: Context, next: Next): Promise<void> {
  ctx.set('request-id', newId('req'));
  ctx.set('stripe-version', Stripe.API_VERSION);
  try {
    await next();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    ctx.status = error.status;
    ctx.body = error.toBody();
  }
}

function checkVersion(version: string): void {
  if (version !== '' && version !== Stripe.API_VERSION) {
    throw new StripeError(
      400,
      `This sandbox speaks ${Stripe.API_VERSION}; the request asked for ${version}.`,
    );
  }
}

function run(sandbox: Sandbox, { method, run: handle }: Endpoint, ctx: Context, id: string): void {
  const body = ctx.request.rawBody ?? '';
  const input = decodeForm(method === 'POST' ? body : ctx.querystring);
  const key = method === 'POST' ? ctx.get('idempotency-key') : '';
  const fingerprint = fingerprintOf(method, ctx.path, body);
  const replay = key === '' ? undefined : replayOf(sandbox, key, fingerprint);
  if (replay) {
    ctx.set('idempotent-replayed', 'true');
    ctx.set('original-request', replay.requestId);
  }
  const answer = replay?.body ?? JSON.stringify(handle(sandbox, input, id));
  if (key !== '' && !replay) {
    const requestId = ctx.response.get('request-id');
    sandbox.state.idempotency.set(key, {
      id: key,
      created: nowSeconds(sandbox),
      fingerprint,
      requestId,
      body: answer,
    });
  }
  if (key !== '') ctx.set('idempotency-key', key);
  ctx.type = 'application/json';
  ctx.body = answer;
}

export function apiRoutes(sandbox: Sandbox): Router {
  const router = new Router();
  router.use('/v1', answerErrors, async (ctx, next) => {
    authenticate(ctx.get('authorization'), sandbox.settings.secretKey);
    checkVersion(ctx.get('stripe-version'));
    await next();
  });
  for (const endpoint of endpoints) {
    router.register(endpoint.path, [endpoint.method], (ctx) =>
      run(sandbox, endpoint, ctx, ctx.params['id'] ?? ''),
    );
  }
  router.all('/v1/{*rest}', (ctx) => {
    throw new StripeError(
      404,
      `Unrecognized request URL (${ctx.method}: ${ctx.path}). This sandbox knows a part of Stripe's API only.`,
    );
  });
  return router;
}
