import type Stripe from 'stripe';
import * as z from 'zod';

import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { listOf, listParams } from '../api/list.ts';
import { expandParam } from '../api/params.ts';
import { noSuch } from '../api/stripe-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SessionRecord } from '../state/records.ts';
import { expireDueSessions, expireSession } from './expire-session.ts';
import { lineItemsOf } from './line-items.ts';
import { openSession } from './open-session.ts';
import { sessionObject } from './session-object.ts';
import { sessionCreateParams } from './session-params.ts';

const onlyExpand = z.strictObject({ expand: expandParam });
const listSessionsParams = z.strictObject({
  ...listParams,
  status: z.enum(['open', 'complete', 'expired']).optional(),
  subscription: z.string().optional(),
  customer: z.string().optional(),
} satisfies Partial<Record<keyof Stripe.Checkout.SessionListParams, z.ZodType>>);

function sessionWith(sandbox: Sandbox, id: string): SessionRecord {
  expireDueSessions(sandbox);
  const session = sandbox.state.sessions.get(id);
  if (!session) throw noSuch('checkout.session', id);
  return session;
}

export const sessionEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/checkout/sessions', sessionCreateParams, ({ sandbox, params }) =>
    sessionObject(openSession(sandbox, params)),
  ),
  endpoint('GET', '/v1/checkout/sessions', listSessionsParams, ({ sandbox, params }) => {
    expireDueSessions(sandbox);
    const rows = [...sandbox.state.sessions.values()].filter(
      ({ status, subscriptionId, customerId }) =>
        status === (params.status ?? status) &&
        (params.subscription === undefined || params.subscription === subscriptionId) &&
        (params.customer === undefined || params.customer === customerId),
    );
    return listOf('/v1/checkout/sessions', rows, sessionObject, params);
  }),
  endpoint('GET', '/v1/checkout/sessions/:id', onlyExpand, ({ sandbox, id }) =>
    sessionObject(sessionWith(sandbox, id)),
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', onlyExpand, ({ sandbox, id }) => {
    const session = sessionWith(sandbox, id);
    expireSession(sandbox, session);
    return sessionObject(session);
  }),
  endpoint('GET', '/v1/checkout/sessions/:id/line_items', z.strictObject(listParams), ({ sandbox, id }) =>
    lineItemsOf(sandbox, sessionWith(sandbox, id)),
  ),
];
