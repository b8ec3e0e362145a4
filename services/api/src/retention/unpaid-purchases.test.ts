import { createLog } from '@funnel/service-kit/log';
import type { KyselyPlugin } from 'kysely';

import { newSubscription } from '../billing/payment-state.ts';
import type { AppContext } from '../platform/app-context.ts';
import { readConfig } from '../platform/config.ts';
import type { Db } from '../platform/database.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { removeExpiredBatch } from './remove-expired.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('retention of purchases that were never paid', (open) => {
  const { clock } = createTestClock();
  let context: AppContext;
  let db: Db;
  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test' });
    context = { config, database: await open(), clock, log: createLog('silent'), keys: testKeys };
    db = context.database.db;
  });
  beforeEach(async () => {
    for (const table of ['checkout_sessions', 'subscriptions', 'checkout_intents'] as const)
      await db.deleteFrom(table).execute();
  });

  const daysAgo = (days: number) => clock() - days * dayMs;
  const removeAllExpired = async (of = context) => {
    while ((await removeExpiredBatch(of, async () => undefined)) > 0);
  };
  const briefly = () => ({ ...context, config: readConfig({ NODE_ENV: 'test', RETENTION_DAYS: '10' }) });

  /** Stores a checkout session with everything that it may have of a person, and returns its id. */
  async function putSession(
    visitId: string,
    days: number,
    status: CheckoutSessionRow['status'],
    subscriptionId: string | null = null,
  ): Promise<string> {
    await insertVisits(db, [
      createVisit({
        visitId,
        at: daysAgo(days),
        purchases: [{ currency: 'EUR', amountMinor: 1999, status: 'open' }],
      }),
    ]);
    const { id } = await db
      .updateTable('checkout_sessions')
      .set({ status, subscription_id: subscriptionId, quiz_state: '{"quizAnswers":{}}', ad_trace: '{}' })
      .where('visit_id', '=', visitId)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  /** The visits whose session still has anything of a person. Each session keeps its amount. */
  async function keptVisits(): Promise<string[]> {
    const rows = await db
      .selectFrom('checkout_sessions')
      .select(['visit_id', 'email', 'quiz_state', 'ad_trace', 'amount_minor'])
      .orderBy('visit_id')
      .execute();
    expect(new Set(rows.map(({ amount_minor }) => amount_minor))).toEqual(new Set([1999]));
    return rows.flatMap(({ visit_id, email, quiz_state, ad_trace }) =>
      email === '' && quiz_state === null && ad_trace === null ? [] : visit_id,
    );
  }

  it('removes email, answers and ad context of sessions that expired', async () => {
    await putSession('expired', 401, 'expired');
    await putSession('expired-and-ended', 401, 'expired', 'sub_1');
    await putSession('paid', 401, 'paid', 'sub_2');
    await putSession('processing', 401, 'processing', 'sub_3');
    await putSession('young', 399, 'expired');
    await removeAllExpired();
    expect(await keptVisits()).toEqual(['paid', 'processing', 'young']);
  });

  it('keeps them of a session that is paid just after it was found expired', async () => {
    const id = await putSession('paid-late', 401, 'expired', 'sub_1');
    const webhook = await open();
    let found = 0;
    const payWhenFound: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row['id'] === id) && ++found === 1)
          await webhook.db
            .updateTable('checkout_sessions')
            .set({ status: 'paid' })
            .where('id', '=', id)
            .execute();
        return result;
      },
    };
    const database = { ...context.database, db: db.withPlugin(payWhenFound) };
    await removeAllExpired({ ...context, database });
    const session = await db
      .selectFrom('checkout_sessions')
      .select(['status', 'email', 'quiz_state'])
      .executeTakeFirstOrThrow();
    expect(session).toEqual({
      status: 'paid',
      email: expect.stringContaining('@'),
      quiz_state: '{"quizAnswers":{}}',
    });
  });

  it('keeps them while a debit may succeed, which takes up to 30 days', async () => {
    for (const days of [29, 31]) await putSession(`debit-${days}`, days, 'expired', `sub_${days}`);
    await putSession('expired', 29, 'expired');
    await removeAllExpired(briefly());
    expect(await keptVisits()).toEqual(['debit-29']);
  });

  it('removes the ad context of a session of which nothing else is left', async () => {
    const id = await putSession('expired', 401, 'expired');
    await db
      .updateTable('checkout_sessions')
      .set({ email: '', quiz_state: null })
      .where('id', '=', id)
      .execute();
    expect(await keptVisits()).toEqual(['expired']);
    await removeAllExpired();
    expect(await keptVisits()).toEqual([]);
  });

  it('removes the ad context of a paid session, as an earlier version left it', async () => {
    const id = await putSession('buyer', 1, 'paid', 'sub_1');
    await removeAllExpired();
    const session = await db
      .selectFrom('checkout_sessions')
      .select(['ad_trace', 'quiz_state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(session).toEqual({ ad_trace: null, quiz_state: '{"quizAnswers":{}}' });
  });

  it('removes the email that was announced of the subscription', async () => {
    const announced = JSON.stringify({ email: 'ada@example.com' });
    for (const [id, days, status] of [
      ['sub_old', 401, 'expired'],
      ['sub_paid', 401, 'paid'],
      ['sub_young', 399, 'expired'],
    ] as const) {
      const checkout_session_id = await putSession(`visit of ${id}`, days, status, id);
      const row = { ...newSubscription(id, 0), checkout_session_id, announced };
      await db.insertInto('subscriptions').values(row).execute();
    }
    await removeAllExpired();
    const rows = await db.selectFrom('subscriptions').select(['id', 'announced']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'sub_old', announced: null },
      { id: 'sub_paid', announced },
      { id: 'sub_young', announced },
    ]);
  });

  it('removes the order of a buyer that was interrupted and never repeated', async () => {
    for (const [visit_id, days] of [
      ['old', 401],
      ['young', 399],
    ] as const)
      await db
        .insertInto('checkout_intents')
        .values({ visit_id, intent: '{}', created_at: daysAgo(days) })
        .execute();
    await removeAllExpired();
    expect(await db.selectFrom('checkout_intents').select('visit_id').execute()).toEqual([
      { visit_id: 'young' },
    ]);
  });
});
