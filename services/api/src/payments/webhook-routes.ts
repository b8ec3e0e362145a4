import Router from '@koa/router';

import { readRaw } from '../platform/http/json-body.ts';
import { problem } from '../platform/problem.ts';
import { keepMessage } from './inbox-repository.ts';
import type { PaymentContext } from './payment-context.ts';

const maxBodyBytes = 256 * 1024;

/** `POST /api/webhooks/stripe`: checks, keeps, answers; what the message means is worked out afterwards. */
export function webhookRoutes({ payments, database, clock }: PaymentContext, onKept: () => void): Router {
  return new Router().post('/api/webhooks/stripe', async (ctx) => {
    if (!payments) throw problem('payments-not-configured');
    const message = payments.readMessage(await readRaw(ctx, maxBodyBytes), ctx.get('Stripe-Signature'));
    await keepMessage(database.db, message, clock());
    onKept();
    ctx.body = { received: true };
  });
}
