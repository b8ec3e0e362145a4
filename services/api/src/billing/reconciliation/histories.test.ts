import { createLog } from '@funnel/service-kit/log';
import * as fc from 'fast-check';

import type { AppContext } from '../../platform/app-context.ts';
import { readConfig } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../../platform/service.testkit.ts';
import { aCheckoutSession } from '../a-checkout-session.testkit.ts';
import { insertSession } from '../checkout-session-repository.ts';
import { storeWebhookEvent } from '../inbox/inbox-repository.ts';
import { processWebhookEvents } from '../inbox/process-webhook-events.ts';
import type { WebhookEvent } from '../payment-provider.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { readProviderState, type ProviderState } from '../provider-state/read-provider-state.ts';
import { histories, shortestHistory, type History } from './histories.testkit.ts';
import { expectedOf } from './history-oracle.testkit.ts';
import { applyTransition, transitions, type Transition } from './history-transitions.testkit.ts';
import { createMemoryProvider, periodMs } from './history-provider.testkit.ts';
import { reconcileSession } from './reconcile-sessions.ts';
import { reconcileSubscription } from './reconcile-subscriptions.ts';

jest.setTimeout(1_800_000);

const tables = ['inbox', 'outbox', 'events', 'subscriptions', 'checkout_sessions'] as const;
const environment = {
  NODE_ENV: 'test',
  APP_WEBHOOK_URL: 'http://127.0.0.1:1',
  APP_WEBHOOK_SECRET: `whsec_${'a'.repeat(44)}`,
};

/** Runs histories side by side: the steps, webhook events as they arrive, a paused replica, and the reconciliation. */
async function runHistory(database: Database, played: readonly History[], effect = applyTransition) {
  const { clock, advance } = createTestClock();
  const context: AppContext = {
    config: readConfig(environment),
    database,
    clock,
    log: createLog('silent'),
    keys: testKeys,
  };
  const startMs = clock();
  const { provider, open, apply } = createMemoryProvider(startMs, effect);
  const drain = async (work: () => Promise<number>) => {
    while ((await work()) > 0);
  };

  for (const at of played.keys()) {
    const session = aCheckoutSession({
      id: open(`${at}`),
      visit_id: `visit-${at}`,
      email: `${at}@example.com`,
      created_at: startMs,
      expires_at: startMs + 86_400_000,
      check_at: startMs + 300_000,
    });
    await insertSession(database.db, session);
  }

  const inTransit: { event: WebhookEvent; dueAt: number; order: number }[] = [];
  const paused: ProviderState[] = [];
  const arrivals = played.map((history) => history.arrivals.values());
  for (let round = 0; round < 20; round++) {
    advance(1000);
    for (const [at, { steps, pausedAfter }] of played.entries()) {
      const step = steps[round];
      for (const event of step ? apply(`${at}`, step) : []) {
        const arrival = arrivals[at]?.next().value;
        if (!arrival) throw new Error('more webhook events than arrivals');
        for (let copy = 0; copy < arrival.copies; copy++)
          inTransit.push({ event, dueAt: round + arrival.delay, order: arrival.order * (copy + 1) });
      }
      if (round === pausedAfter) {
        const session = await readProviderState(context, provider, { kind: 'session', id: `cs_${at}` });
        const { subscription } = session;
        const withCharges = subscription && {
          kind: 'subscription-with-charges' as const,
          id: subscription.id,
        };
        paused.push(
          session,
          ...(withCharges ? [await readProviderState(context, provider, withCharges)] : []),
        );
      }
    }
    const arriving = inTransit.filter(({ dueAt }) => dueAt === round).toSorted((a, b) => a.order - b.order);
    for (const { event } of arriving) await storeWebhookEvent(database.db, event, clock());
    await drain(() => processWebhookEvents(context, provider));
  }
  advance(2 * 86_400_000);
  await drain(() => reconcileSession(context, provider));
  advance(2 * 86_400_000);
  await drain(() => reconcileSubscription(context, provider));
  for (const state of paused) await applyProviderState(context, database.db, state);
  return startMs;
}

/** The stored state of one history in the oracle's format. */
async function storedOf({ db }: Database, at: number, startMs: number) {
  const session = await db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('id', '=', `cs_${at}`)
    .executeTakeFirstOrThrow();
  const events = await db.selectFrom('events').selectAll().where('visit_id', '=', `visit-${at}`).execute();
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', `sub_${at}`)
    .executeTakeFirst();
  const deliveries = await db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'entitlement')
    .execute();
  const notifications = deliveries
    .map(({ payload }) => JSON.parse(payload))
    .filter(({ type, data }) => type === 'subscription.changed' && data.subscriptionId === `sub_${at}`)
    .map(({ data }) => data)
    .toSorted((a, b) => a.version - b.version);
  return {
    notifications,
    stored: {
      session: session.status,
      purchases: events.filter(({ name }) => name === 'Purchase').length,
      subscription: row
        ? {
            status: row.status,
            hasAccess: notifications.at(-1)?.hasAccess,
            periods: ((row.current_period_end ?? 0) - startMs) / periodMs,
            cancelsAtPeriodEnd: row.cancel_at_period_end === 1,
            lastInvoice: row.last_invoice_status,
            wasRefunded: row.was_refunded === 1,
            dispute: row.dispute,
          }
        : null,
    },
  };
}

/** Runs histories in an empty database, and returns what is stored and what the oracle expects. */
async function compare(database: Database, played: readonly History[], effect = applyTransition) {
  for (const table of tables) await database.db.deleteFrom(table).execute();
  const startMs = await runHistory(database, played, effect);
  return Promise.all(
    played.map(async ({ steps }, at) => ({
      names: steps.map(({ step }) => step),
      expected: expectedOf(steps),
      ...(await storedOf(database, at, startMs)),
    })),
  );
}

/** `HISTORIES=full` runs 5,000 histories on SQLite and 500 on PostgreSQL. */
const isFull = process.env['HISTORIES'] === 'full';
const runsByEngine = isFull ? { sqlite: 200, postgres: 20 } : { sqlite: 80, postgres: 8 };

describeOnEachEngine('payments with lost, repeated and late webhook events', (open, engine) => {
  const atOnce = 25;
  const runs = runsByEngine[engine];

  it(`end in the state that the oracle expects, in ${runs * atOnce} histories`, async () => {
    const database = await open();
    const occurred = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(histories, { minLength: atOnce, maxLength: atOnce }), async (played) => {
        for (const { names, stored, expected, notifications } of await compare(database, played)) {
          expect({ names, ...stored }).toEqual({ names, ...expected });
          expectEachChangeOnce(notifications);
          if (stored.subscription)
            expect(notifications.at(-1)).toMatchObject({ status: stored.subscription.status });
          for (const name of names) occurred.add(name);
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
    const often = engine === 'sqlite' ? transitions.map(({ step }) => step) : ['completed'];
    expect([...occurred]).toEqual(expect.arrayContaining(often));
  });
});

/** A provider on which one step happens, and is reported, but changes nothing. */
const without =
  (broken: Transition) => (purchase: Parameters<typeof applyTransition>[0], step: Transition) =>
    step === broken ? purchase : applyTransition(purchase, step);

describeOnEachEngine('a transition at the provider that is broken', (open, engine) => {
  // Another attempt that fails changes nothing that is stored.
  const visible = transitions.filter(({ step }) => step !== 'retry failed');
  const rows = engine === 'sqlite' ? visible : visible.slice(0, 2);

  it.each(rows.map((row) => [row.step, row] as const))('is noticed: %s', async (_step, row) => {
    const database = await open();
    const history = shortestHistory(row);
    const [whole] = await compare(database, [history]);
    expect(whole?.stored).toEqual(whole?.expected);
    const [broken] = await compare(database, [history], without(row));
    expect(broken?.stored).not.toEqual(broken?.expected);
  });
});

it('every transition cites the documentation of Stripe', () => {
  for (const { source } of transitions) expect(source).toMatch(/^https:\/\/docs\.stripe\.com\/\S+$/);
  expect(new Set(transitions.map(({ step }) => step)).size).toBe(transitions.length);
});

/** Checks that no two notifications have the same version, and that no two consecutive notifications are equal. */
function expectEachChangeOnce(notifications: readonly { version: number }[]) {
  expect(new Set(notifications.map(({ version }) => version)).size).toBe(notifications.length);
  const seen = notifications.map((data) => JSON.stringify({ ...data, version: 0 }));
  expect(seen.filter((data, at) => data === seen[at - 1])).toEqual([]);
}
