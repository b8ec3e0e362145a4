import { randomUUID } from 'node:crypto';

import { consentCookie, consentTextVersion } from '@funnel/contracts/consent';
import { InsertQueryNode, type Kysely, type KyselyPlugin } from 'kysely';

import { signedWebhookEvent } from '../billing/stripe/signed-webhook-event.testkit.ts';
import { startStripeApi } from '../billing/stripe/stripe-api.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Schema } from './schema.ts';
import { createTestClock, describeOnEachEngine, startTestApp, type TestApp } from './service.testkit.ts';

type Table = 'leads' | 'events' | 'inbox' | 'consents';

/** Calls `whenWritten` after a statement has inserted into the table, before the service continues. */
function afterInsert(db: Kysely<Schema>, table: Table, whenWritten: () => Promise<void>): Kysely<Schema> {
  const inserts = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (InsertQueryNode.is(node) && node.into?.table.identifier.name === table) inserts.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (inserts.has(queryId)) await whenWritten();
      return result;
    },
  };
  return db.withPlugin(plugin);
}

describeOnEachEngine('what the service acknowledges', (open) => {
  const { clock } = createTestClock();
  const order: string[] = [];
  let stripe: Awaited<ReturnType<typeof startStripeApi>>;
  beforeAll(async () => {
    stripe = await startStripeApi(clock);
  });
  beforeEach(() => {
    order.length = 0;
  });
  afterAll(() => stripe.close());

  async function start(table: Table, whenWritten: () => Promise<void>): Promise<TestApp> {
    const database = await open();
    const wake = () => void order.push('worker woken');
    return startTestApp({
      database: { ...database, db: afterInsert(database.db, table, whenWritten) },
      clock,
      environment: stripe.environment,
      dependencies: { wakeOutbox: wake, wakeInbox: wake },
    });
  }
  const requests: Record<Table, (app: TestApp) => Promise<Response>> = {
    leads: (app) => app.post('/api/leads', aLead()),
    events: (app) => {
      const event = { id: randomUUID(), name: 'PageView', at: 1, path: '/', setId: '' };
      return app.post('/api/events', { events: [event] });
    },
    inbox: (app) =>
      app.request(
        '/api/webhooks/stripe',
        signedWebhookEvent('checkout.session.completed', 'cs_test_1', { atMs: clock() }),
      ),
    consents: (app) => {
      const refusal = { choice: 'denied', at: clock(), textVersion: consentTextVersion } as const;
      const [cookie = ''] = consentCookie(refusal, false).split(';');
      return app.request('/api/consent', { method: 'POST', headers: { cookie } });
    },
  };
  const kinds = [
    ['a lead', 'leads', 202, ['worker woken']],
    ['an event of a browser', 'events', 202, ['worker woken']],
    ['a webhook event', 'inbox', 200, ['worker woken']],
    ['a decision about consent', 'consents', 204, []],
  ] as const;

  it.each(kinds)('is stored first: %s', async (_, table, status, signals) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const app = await start(table, async () => {
      reach();
      await released;
    });
    const acknowledged = requests[table](app).then((response) => {
      order.push('acknowledged');
      return response;
    });
    await reached;
    // While these requests are served, a premature response arrives.
    for (let at = 0; at < 5; at++) await app.request('/healthz');
    order.push('stored');
    release();
    expect((await acknowledged).status).toBe(status);
    expect(order).toEqual(['stored', ...signals, 'acknowledged']);
    await app.close();
  });

  it.each(kinds)('is not acknowledged if it cannot be stored: %s', async (_, table) => {
    const app = await start(table, async () => {
      throw new Error('the disk is full');
    });
    expect((await requests[table](app)).status).toBe(500);
    expect(order).toEqual([]);
    await app.close();
  });
});
