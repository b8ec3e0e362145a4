import { createHttpClient, type HttpClient } from '@funnel/service-kit/http/http-client';
import { Webhook } from 'standardwebhooks';

import type { Database } from '../platform/database.ts';
import { createTestClock, startReceiver, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { createToken, promote, setTeamWebhook } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testPricing, testQuiz } from '../releases/release.testkit.ts';
import { deliverDue } from './deliver-due.ts';
import { teamDestinations } from './team-webhooks.ts';

const hourMs = 3_600_000;

/** Attempts what is due to every team. Returns the number of deliveries. */
export async function deliverToTeams(context: TestApp['context'], http: HttpClient): Promise<number> {
  const destinations = await teamDestinations(context);
  const done = await Promise.all(destinations.map((destination) => deliverDue(context, http, destination)));
  return done.reduce((sum, deliveries) => sum + deliveries, 0);
}

/** Two replicas of a service with several versions of quiz and pricing, and a receiver that the quiz's team has registered. */
export function registeredWebhook(open: () => Promise<Database>) {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let status = 204;
  let onCall = () => {};
  let app: TestApp;
  let replica: TestApp;
  let secret = '';

  const client = () => clientOf(app);
  const tokenOf = async (preset: string) => {
    const { token } = await createToken(client(), { name: 'team', preset, days: 9 });
    return { url: app.operatorsOrigin, token };
  };
  /** Registers the receiver again. Returns its new secret. */
  async function register(): Promise<string> {
    const team = await tokenOf('publisher:mfe-quiz');
    secret = (await setTeamWebhook(team, 'mfe-quiz', receiver.origin)).secret;
    return secret;
  }
  /** Two replicas send what is due. Returns what the receiver got, and clears it. */
  async function received(): Promise<{ type: string; data: unknown; id: string; timestamp: string }[]> {
    advance(1);
    await Promise.all([deliverToTeams(app.context, http), deliverToTeams(replica.context, http)]);
    return receiver.calls.splice(0).map(({ body, headers: sent }) => {
      const id = String(sent['webhook-id']);
      const sentAt = new Date(Number(sent['webhook-timestamp']) * 1000);
      expect(sent['webhook-signature']).toBe(new Webhook(secret).sign(id, sentAt, body));
      const { type, data, timestamp } = Object(JSON.parse(body));
      return { type, data, id, timestamp };
    });
  }

  beforeAll(async () => {
    receiver = await startReceiver(() => {
      onCall();
      return { status };
    });
    app = await startTestApp({ database: await open(), clock });
    replica = await startTestApp({ database: app.context.database, clock });
    await promote(client(), await publishProduct(app));
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await publishTest(app, testQuiz(version));
    for (const version of ['1.1.0', '1.2.0']) await publishTest(app, testPricing(version));
    await register();
  });
  afterAll(() => Promise.all([app.close(), replica.close(), receiver.close(), http.close()]));
  beforeEach(() => advance(hourMs));

  return {
    clock,
    advance,
    app: () => app,
    replica: () => replica,
    client,
    receiver: () => receiver,
    /** Sets the status of the receiver's responses. */
    respondWith: (next: number) => void (status = next),
    /** Resolves when the receiver is called. */
    nextCall: () => new Promise<void>((resolve) => (onCall = resolve)),
    received,
    news: async () => (await received()).map(({ type, data }) => ({ type, ...Object(data) })),
    tokenOf,
    register,
  };
}
