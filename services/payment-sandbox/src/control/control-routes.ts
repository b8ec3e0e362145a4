import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';

import { renewSubscription } from '../billing/renew-subscription.ts';
import { subscriptionObject } from '../billing/subscription-object.ts';
import type { Sandbox } from '../sandbox.ts';

const copies = z.number().int().min(1).max(10).default(1);
const releaseRequest = z.strictObject({
  copies,
  order: z.enum(['as-sent', 'reversed', 'shuffled']).default('as-sent'),
});
const redeliverRequest = z.strictObject({ copies });
const advanceRequest = z.strictObject({ payment: z.enum(['succeeds', 'fails']).default('succeeds') });

function deliveriesView({ state }: Sandbox) {
  return {
    status: state.deliveriesHeld ? 'held' : 'flowing',
    deliveries: [...state.deliveries.values()].map(({ id, eventId, status, attempts, lastAnswer }) => ({
      id,
      eventId,
      type: state.events.get(eventId)?.type,
      status,
      attempts,
      lastAnswer,
    })),
  };
}

function refuse(ctx: Context, status: number, message: string): void {
  ctx.status = status;
  ctx.body = { error: { message } };
}

function read<Body>(ctx: Context, schema: z.ZodType<Body>): Body | undefined {
  const parsed = schema.safeParse(ctx.request.body ?? {});
  if (parsed.success) return parsed.data;
  refuse(ctx, 400, z.prettifyError(parsed.error));
  return undefined;
}

/** The levers of tests and demonstrations; each answers with what it changed. */
export function controlRoutes(sandbox: Sandbox): Router {
  const { state, deliveries } = sandbox;
  const router = new Router({ prefix: '/sandbox' });

  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/deliveries', (ctx) => {
    ctx.body = deliveriesView(sandbox);
  });
  router.post('/deliveries/hold', (ctx) => {
    deliveries.hold();
    ctx.body = deliveriesView(sandbox);
  });
  router.post('/deliveries/release', (ctx) => {
    const options = read(ctx, releaseRequest);
    if (!options) return;
    deliveries.release(options);
    ctx.body = deliveriesView(sandbox);
  });
  router.post('/events/:id/redeliver', (ctx) => {
    const options = read(ctx, redeliverRequest);
    if (!options) return;
    const event = state.events.get(ctx.params['id'] ?? '');
    if (!event) return refuse(ctx, 404, 'No such event.');
    deliveries.redeliver(event.id, options.copies);
    ctx.body = deliveriesView(sandbox);
  });
  router.post('/subscriptions/:id/advance', (ctx) => {
    const options = read(ctx, advanceRequest);
    if (!options) return;
    const subscription = state.subscriptions.get(ctx.params['id'] ?? '');
    if (!subscription || subscription.status === 'canceled')
      return refuse(ctx, 404, 'No such running subscription.');
    renewSubscription(sandbox, subscription, options.payment);
    ctx.body = subscriptionObject(sandbox, subscription);
  });
  return router;
}
