import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';

import { serialize } from '../protocol/serialize.ts';
import { openDispute } from '../billing/open-dispute.ts';
import { renewSubscription } from '../billing/subscriptions.ts';
import { finishAsyncPayment } from '../checkout/complete-session.ts';
import type { Sandbox } from '../sandbox.ts';

interface ControlAction {
  readonly path: string;
  /** Returns the changed object, or null if nothing can be changed. */
  run(sandbox: Sandbox, id: string, body: unknown): unknown;
}

function controlAction<Body>(
  path: string,
  body: z.ZodType<Body>,
  act: (sandbox: Sandbox, id: string, body: Body) => unknown,
) {
  return { path, run: (sandbox, id, input) => act(sandbox, id, body.parse(input)) } satisfies ControlAction;
}

function deliveriesView({ state }: Sandbox) {
  return {
    status: state.deliveriesHeld ? 'held' : 'flowing',
    deliveries: [...state.deliveries.values()].map(({ dueAtMs: _dueAtMs, ...delivery }) => ({
      ...delivery,
      type: state.events.get(delivery.eventId)?.type,
    })),
  };
}

const copies = z.number().int().min(1).max(10).default(1);
const outcome = z
  .strictObject({ payment: z.enum(['succeeds', 'fails']).default('succeeds') })
  .transform(({ payment }) => (payment === 'succeeds' ? 'succeeded' : 'failed'));
const disputeReasons = [
  'fraudulent',
  'duplicate',
  'product_not_received',
  'subscription_canceled',
  'general',
] as const;

/** Actions for tests and demonstrations. */
const controlActions: readonly ControlAction[] = [
  controlAction('/deliveries/hold', z.unknown(), (sandbox) => {
    sandbox.deliveries.hold();
    return deliveriesView(sandbox);
  }),
  controlAction(
    '/deliveries/release',
    z.strictObject({ copies, order: z.enum(['as-sent', 'reversed', 'shuffled']).default('as-sent') }),
    (sandbox, _id, options) => {
      sandbox.deliveries.release(options);
      return deliveriesView(sandbox);
    },
  ),
  controlAction('/events/:id/redeliver', z.strictObject({ copies }), (sandbox, id, options) => {
    if (!sandbox.state.events.has(id)) return null;
    sandbox.deliveries.enqueue(id, options.copies);
    return deliveriesView(sandbox);
  }),
  controlAction('/subscriptions/:id/advance', outcome, (sandbox, id, payment) => {
    const subscription = sandbox.state.subscriptions.get(id);
    if (!subscription || subscription.status === 'canceled') return null;
    renewSubscription(sandbox, subscription, payment);
    return serialize(sandbox.state, subscription);
  }),
  controlAction('/sessions/:id/settle', outcome, (sandbox, id, payment) => {
    const session = sandbox.state.sessions.get(id);
    return session && finishAsyncPayment(sandbox, session, payment)
      ? serialize(sandbox.state, session)
      : null;
  }),
  controlAction(
    '/charges/:id/dispute',
    z.strictObject({ reason: z.enum(disputeReasons).default('fraudulent') }),
    (sandbox, id, { reason }) => {
      const charge = sandbox.state.charges.get(id);
      return charge?.paid && !charge.disputed ? openDispute(sandbox, charge, reason) : null;
    },
  ),
];

function respond(ctx: Context, sandbox: Sandbox, { run }: ControlAction): void {
  try {
    const changed = run(sandbox, ctx.params['id'] ?? '', ctx.request.body ?? {});
    ctx.status = changed === null ? 404 : 200;
    ctx.body = changed ?? { error: { message: 'No object with this id can be changed.' } };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    ctx.status = 400;
    ctx.body = { error: { message: z.prettifyError(error) } };
  }
}

export function controlRoutes(sandbox: Sandbox): Router {
  const router = new Router({ prefix: '/sandbox' });
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/deliveries', (ctx) => {
    ctx.body = deliveriesView(sandbox);
  });
  for (const entry of controlActions) router.post(entry.path, (ctx) => respond(ctx, sandbox, entry));
  return router;
}
