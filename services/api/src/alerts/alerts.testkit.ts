import { randomUUID } from 'node:crypto';

import { alertsSchema, type Alert } from '@funnel/contracts/alerts';
import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { Webhook } from 'standardwebhooks';

import { deliverDue } from '../deliveries/deliver-due.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { createDestinations } from '../destinations.ts';
import type { Database } from '../platform/database.ts';
import {
  startReceiver,
  startTestApp,
  testOperatorToken,
  type createTestClock,
  type ReceivedCall,
} from '../platform/service.testkit.ts';
import { createAlertCheck } from './alerts.ts';
import { findConditions } from './conditions.ts';

const secret = `whsec_${Buffer.from('a-secret-of-the-alerts-receiver').toString('base64')}`;
const headers = { authorization: `Bearer ${testOperatorToken}` };

/** What the receiver of alerts got. Fails if the signature is wrong. */
function readAlert({ body, headers: sent }: ReceivedCall): { type: string } & Alert {
  const [id, seconds] = [String(sent['webhook-id']), Number(sent['webhook-timestamp'])];
  expect(sent['webhook-signature']).toBe(new Webhook(secret).sign(id, new Date(seconds * 1000), body));
  const { type, data } = Object(JSON.parse(body));
  return { ...data, type };
}

/**
 * Two replicas of a service that sends leads and alerts to receivers of the test. The lead webhook answers with
 * `leadResponse`, which the test may change.
 */
export async function startAlertTest(
  database: Database,
  { clock, advance }: ReturnType<typeof createTestClock>,
) {
  const leadResponse: {
    status: number | ((call: ReceivedCall) => number);
    headers?: Record<string, string>;
  } = { status: 200 };
  const http = createHttpClient({ allowPrivateDestinations: true });
  const receiver = await startReceiver(() => ({ status: 204 }));
  const leads = await startReceiver((call) => {
    const { status, ...rest } = leadResponse;
    return { status: typeof status === 'number' ? status : status(call), ...rest };
  });
  const options = {
    database,
    clock,
    environment: {
      ALERT_WEBHOOK_URL: receiver.origin,
      ALERT_WEBHOOK_SECRET: secret,
      LEAD_WEBHOOK_URL: leads.origin,
    },
  };
  const app = await startTestApp(options);
  const replica = await startTestApp(options);
  const [check, checkByReplica] = [createAlertCheck(app.context), createAlertCheck(replica.context)];
  const deliver = async (name: string): Promise<number> => {
    const destination = createDestinations(app.context).find((known) => known.name === name);
    if (!destination) throw new Error(`no destination ${name}`);
    return deliverDue(app.context, http, destination);
  };
  return {
    app,
    replica,
    receiver,
    leads,
    leadResponse,
    check,
    checkByReplica,
    /** Attempts what is due at the destination. Returns how many deliveries that were. */
    deliver,
    putLead: (id: string) =>
      enqueue(
        database.db,
        { id, destination: 'lead-webhook', kind: 'lead', payload: '{}', visit_id: randomUUID() },
        clock(),
      ),
    /** Fails as often as opens the circuit breaker of the lead webhook. */
    failThreeTimes: async () => {
      leadResponse.status = 503;
      for (let attempt = 0; attempt < 3; attempt++) {
        await deliver('lead-webhook');
        advance(30_000);
      }
    },
    /** Two replicas check at once, and then alerts are sent. Returns what their receiver got, and clears it. */
    received: async () => {
      await Promise.all([check(), checkByReplica()]);
      await check();
      advance(1);
      await deliver('alert-webhook');
      return receiver.calls.splice(0).map(readAlert);
    },
    /** What operators see. */
    listed: async () => {
      const response = await app.request('/api/reports/alerts', { headers });
      return alertsSchema.parse(await response.json()).alerts;
    },
    /** What is wrong with the lead webhook at this moment. */
    leadConditions: async () =>
      (await findConditions(app.context, [])).filter(({ subject }) => subject === 'lead-webhook'),
    close: async () => {
      await Promise.all([app.close(), replica.close(), receiver.close(), leads.close(), http.close()]);
    },
  };
}
