import * as z from 'zod';

import { closeDispute, openDispute, warnOfFraud } from '../billing/disputes.ts';
import { failRefund } from '../billing/refunds.ts';
import {
  announceRenewal,
  endRetries,
  failFinalization,
  renewSubscription,
  retryInvoice,
} from '../billing/renewals.ts';
import { pauseSubscription, resumeSubscription } from '../billing/subscriptions.ts';
import { finishAsyncPayment } from '../checkout/complete-session.ts';
import { serialize } from '../protocol/serialize.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Subscription } from '../state/objects.ts';

export interface ControlAction {
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

export function deliveriesView({ state }: Sandbox) {
  return {
    status: state.deliveriesHeld ? 'held' : 'flowing',
    deliveries: [...state.deliveries.values()].map(({ dueAtMs: _dueAtMs, ...delivery }) => ({
      ...delivery,
      type: state.events.get(delivery.eventId)?.type,
    })),
  };
}

/** An action that changes one row, and returns it, or null if it cannot be changed now. */
function rowAction<Row extends object, Body>(
  path: string,
  rowsOf: (state: Sandbox['state']) => ReadonlyMap<string, Row>,
  body: z.ZodType<Body>,
  change: (sandbox: Sandbox, row: Row, body: Body) => boolean,
) {
  return controlAction(path, body, (sandbox, id, input) => {
    const row = rowsOf(sandbox.state).get(id);
    return row && change(sandbox, row, input) ? serialize(sandbox.state, row) : null;
  });
}

function subscriptionAction<Body>(
  name: string,
  body: z.ZodType<Body>,
  change: (sandbox: Sandbox, subscription: Subscription, body: Body) => boolean,
) {
  return rowAction(`/subscriptions/:id/${name}`, ({ subscriptions }) => subscriptions, body, change);
}

const outcomes = {
  succeeds: 'succeeded',
  fails: 'failed',
  'needs-authentication': 'action-required',
} as const;
const attempt = z
  .strictObject({ payment: z.enum(['succeeds', 'fails', 'needs-authentication']).default('succeeds') })
  .transform(({ payment }) => outcomes[payment]);
const asyncPayment = z
  .strictObject({ payment: z.enum(['succeeds', 'fails']).default('succeeds') })
  .transform(({ payment }) => outcomes[payment]);
const retriesEnd = z.strictObject({
  subscription: z.enum(['past_due', 'unpaid', 'canceled']).default('canceled'),
  invoice: z.enum(['open', 'uncollectible']).default('open'),
});
const nothing = z.strictObject({});

const copies = z.number().int().min(1).max(10).default(1);
const disputeReasons = [
  'fraudulent',
  'duplicate',
  'product_not_received',
  'subscription_canceled',
  'general',
] as const;

/** Actions for tests and demonstrations. */
export const controlActions: readonly ControlAction[] = [
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
  subscriptionAction('advance', attempt, renewSubscription),
  subscriptionAction('retry', attempt, retryInvoice),
  subscriptionAction('end-retries', retriesEnd, endRetries),
  subscriptionAction('fail-finalization', nothing, failFinalization),
  subscriptionAction('announce-renewal', nothing, announceRenewal),
  subscriptionAction('pause', nothing, pauseSubscription),
  subscriptionAction('resume', nothing, resumeSubscription),
  rowAction('/sessions/:id/settle', ({ sessions }) => sessions, asyncPayment, finishAsyncPayment),
  rowAction('/refunds/:id/fail', ({ refunds }) => refunds, nothing, failRefund),
  rowAction(
    '/disputes/:id/close',
    ({ disputes }) => disputes,
    z.strictObject({ status: z.enum(['won', 'lost']) }),
    (sandbox, dispute, { status }) => closeDispute(sandbox, dispute, status),
  ),
  controlAction(
    '/charges/:id/dispute',
    z.strictObject({ reason: z.enum(disputeReasons).default('fraudulent') }),
    (sandbox, id, { reason }) => {
      const charge = sandbox.state.charges.get(id);
      return charge?.paid && !charge.disputed ? openDispute(sandbox, charge, reason) : null;
    },
  ),
  controlAction('/charges/:id/early-fraud-warning', nothing, (sandbox, id) => {
    const charge = sandbox.state.charges.get(id);
    return charge?.paid ? warnOfFraud(sandbox, charge) : null;
  }),
];
