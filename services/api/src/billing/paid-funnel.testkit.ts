import { randomUUID } from 'node:crypto';

import { checkoutSessionResponseSchema, createCheckoutResponseSchema } from '@funnel/contracts/api';
import { problemSchema } from '@funnel/contracts/problems';

import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import type { Database } from '../platform/database.ts';
import {
  assignmentCookieHeader,
  createTestClock,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { processWebhookEvents } from './inbox/process-webhook-events.ts';
import { reconcileSession } from './reconciliation/reconcile-sessions.ts';
import { reconcileSubscription } from './reconciliation/reconcile-subscriptions.ts';
import { signedWebhookEvent } from './stripe/signed-webhook-event.testkit.ts';
import { startStripeApi } from './stripe/stripe-api.testkit.ts';
import { createStripeProvider } from './stripe/stripe-client.ts';

/** Starts a visit that pays in dollars by default, and is assigned to a release set. */
export async function startVisit(app: TestApp, currency = 'USD', setId = 'set-1') {
  const jar = createCookieJar();
  jar.store(await app.request(`/api/config?currency=${currency}`));
  const visitId = jar.visitId();
  const withSet = async (otherSetId: string) =>
    `${jar.header()}; ${await assignmentCookieHeader(app, { setId: otherSetId, visitId })}`;
  const cookie = await withSet(setId);
  const post = (body: object, headers: Record<string, string> = {}) =>
    app.post(
      '/api/create-checkout',
      { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID(), ...body },
      { cookie, ...headers },
    );
  return {
    cookie,
    visitId,
    /** The cookies of the visit after another set was assigned. */
    withSet,
    post,
    /** Opens a session and expects success. */
    open: async (body: object = {}) => createCheckoutResponseSchema.parse(await (await post(body)).json()),
    /** Opens a session and expects a problem. */
    expectProblem: async (body: object = {}) => problemSchema.parse(await (await post(body)).json()),
    read: async (sessionId: string) =>
      checkoutSessionResponseSchema.parse(
        await (await app.request(`/api/checkout-sessions/${sessionId}`, { headers: { cookie } })).json(),
      ),
  };
}

/** Starts the service with a stand-in for the provider. The test controls the background work. */
export async function startPaidFunnel(database: Database, environment: Record<string, string> = {}) {
  const { clock, advance } = createTestClock();
  const api = await startStripeApi(clock);
  const app = await startTestApp({ database, clock, environment: { ...api.environment, ...environment } });
  const { stripe } = app.context.config;
  if (!stripe) throw new Error('not configured');
  const provider = createStripeProvider(stripe, clock);
  return {
    app,
    api,
    provider,
    clock,
    advance,
    /** Sends a signed webhook event and returns the response's status. */
    send: async (
      type: string,
      objectId: string,
      options: Partial<Parameters<typeof signedWebhookEvent>[2]> = {},
    ) =>
      (
        await app.request(
          '/api/webhooks/stripe',
          signedWebhookEvent(type, objectId, { atMs: clock(), ...options }),
        )
      ).status,
    processEvents: () => processWebhookEvents(app.context, provider),
    reconcileSession: () => reconcileSession(app.context, provider),
    reconcileSubscription: () => reconcileSubscription(app.context, provider),
    close: async () => {
      await app.close();
      await api.close();
    },
  };
}
export type PaidFunnel = Awaited<ReturnType<typeof startPaidFunnel>>;
