import { randomUUID } from 'node:crypto';

import { checkoutSessionResponseSchema, createCheckoutResponseSchema } from '@funnel/contracts/api';
import { problemSchema } from '@funnel/contracts/problems';

import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import type { Database } from '../platform/database.ts';
import {
  cookieOfGivenSet,
  createTestClock,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { processWebhookEvents } from './inbox/process-webhook-events.ts';
import { reconcileSession } from './reconciliation/reconcile-sessions.ts';
import { reconcileSubscription } from './reconciliation/reconcile-subscriptions.ts';
import { signedMessage, startStripeApi } from './stripe/stripe-api.testkit.ts';
import { createStripeProvider } from './stripe/stripe-client.ts';

/** A browser that has begun a visit, paying in dollars unless told otherwise, and was given a release set. */
export async function beginVisit(app: TestApp, currency = 'USD', setId = 'set-1') {
  const jar = createCookieJar();
  jar.keep(await app.request(`/api/config?currency=${currency}`));
  const visitId = jar.visitId();
  const withSet = async (otherSetId: string) =>
    `${jar.header()}; ${await cookieOfGivenSet(app, { setId: otherSetId, visitId })}`;
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
    /** The cookies once the service has given the visit another set. */
    withSet,
    post,
    /** Opens a session that must succeed. */
    open: async (body: object = {}) => createCheckoutResponseSchema.parse(await (await post(body)).json()),
    /** Opens a session that must be refused. */
    refused: async (body: object = {}) => problemSchema.parse(await (await post(body)).json()),
    read: async (sessionId: string) =>
      checkoutSessionResponseSchema.parse(
        await (await app.request(`/api/checkout-sessions/${sessionId}`, { headers: { cookie } })).json(),
      ),
  };
}

/** The service, a stand-in for the provider, and what happens between them in the background, at the test's command. */
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
    /** Sends a signed message; the answer's status. */
    send: async (
      type: string,
      objectId: string,
      options: Partial<Parameters<typeof signedMessage>[2]> = {},
    ) =>
      (
        await app.request(
          '/api/webhooks/stripe',
          signedMessage(type, objectId, { atMs: clock(), ...options }),
        )
      ).status,
    settle: () => processWebhookEvents(app.context, provider),
    check: () => reconcileSession(app.context, provider),
    reconcileSubscription: () => reconcileSubscription(app.context, provider),
    close: async () => {
      await app.close();
      await api.close();
    },
  };
}
export type PaidFunnel = Awaited<ReturnType<typeof startPaidFunnel>>;
