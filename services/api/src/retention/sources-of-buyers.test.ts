import { overviewReportSchema } from '@funnel/contracts/reports';

import { newSubscription } from '../billing/payment-state.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { removeExpiredBatch } from './remove-expired.ts';

const dayMs = 86_400_000;
const touch = { source: 'facebook', campaign: 'spring', device: 'phone', locale: 'en' } as const;

describeOnEachEngine('the source of a visit from 401 days ago', (open) => {
  const { clock } = createTestClock();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
  });
  afterAll(() => app.close());

  it('still counts the renewals of its subscription, and is deleted if it has not bought', async () => {
    const { db } = app.context.database;
    const at = clock() - 401 * dayMs;
    const [buyer, waiting, leaver] = (['paid', 'open', 'open'] as const).map((status) =>
      createVisit({ setId: 'a-set', at, purchases: [{ currency: 'USD', amountMinor: 1999, status }] }),
    );
    if (!buyer || !waiting || !leaver) throw new Error('no visits');
    await insertVisits(db, [buyer, waiting, leaver]);
    await db
      .updateTable('checkout_sessions')
      .set({ status: 'processing' })
      .where('visit_id', '=', waiting.visitId)
      .execute();
    const visitIds = [buyer.visitId, waiting.visitId, leaver.visitId];
    await db
      .insertInto('visits')
      .values(visitIds.map((visit_id) => ({ visit_id, first_at: at, ...touch })))
      .execute();
    const session = await db
      .selectFrom('checkout_sessions')
      .select('id')
      .where('visit_id', '=', buyer.visitId)
      .executeTakeFirstOrThrow();
    const subscription = { ...newSubscription('sub_1', at), checkout_session_id: session.id };
    await db.insertInto('subscriptions').values(subscription).execute();
    await db
      .insertInto('payments')
      .values({
        id: 'in_2',
        kind: 'renewal',
        subscription_id: 'sub_1',
        amount_minor: 3999,
        currency: 'USD',
        at: clock() - dayMs,
      })
      .execute();

    while ((await removeExpiredBatch(app.context, async () => undefined)) > 0);

    const kept = await db.selectFrom('visits').select('visit_id').execute();
    expect(new Set(kept.map(({ visit_id }) => visit_id))).toEqual(new Set([buyer.visitId, waiting.visitId]));
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request('/api/reports/overview?days=7&source=facebook', { headers });
    const { metrics } = overviewReportSchema.parse(await response.json());
    expect(metrics.money).toMatchObject([{ currency: 'USD', paidMinor: 3999 }]);
  });

  it('is deleted if it has not bought, behind 200 others that have', async () => {
    const { db } = app.context.database;
    const buyers = Array.from({ length: 200 }, () =>
      createVisit({
        setId: 'a-set',
        at: clock(),
        purchases: [{ currency: 'USD', amountMinor: 1999, status: 'paid' }],
      }),
    );
    await insertVisits(db, buyers);
    await db
      .insertInto('visits')
      .values(buyers.map(({ visitId }) => ({ visit_id: visitId, first_at: clock() - 402 * dayMs, ...touch })))
      .execute();
    await db
      .insertInto('visits')
      .values({ visit_id: 'leaver', first_at: clock() - 401 * dayMs, ...touch })
      .execute();

    while ((await removeExpiredBatch(app.context, async () => undefined)) > 0);

    const kept = await db.selectFrom('visits').select('visit_id').execute();
    const keptIds = kept.map(({ visit_id }) => visit_id);
    expect(keptIds).not.toContain('leaver');
    expect(keptIds).toEqual(expect.arrayContaining(buyers.map(({ visitId }) => visitId)));
  });
});
