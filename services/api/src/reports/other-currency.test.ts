import { overviewReportSchema } from '@funnel/contracts/reports';

import { newSubscription } from '../billing/payment-state.ts';
import type { Database } from '../platform/database.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';

describeOnEachEngine('a dispute in a currency in which nothing is sold', (open) => {
  const { clock } = createTestClock();
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    const at = clock();
    const visit = createVisit({
      setId: 'set-1',
      at,
      purchases: [{ currency: 'EUR', amountMinor: 1999, status: 'paid' }],
    });
    await insertVisits(db, [visit]);
    const { id: checkout_session_id } = await db
      .selectFrom('checkout_sessions')
      .select('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('subscriptions')
      .values({ ...newSubscription('sub_1', 0), checkout_session_id })
      .execute();
    const payment = { subscription_id: 'sub_1', amount_minor: 1999, at };
    await db
      .insertInto('payments')
      .values([
        { ...payment, id: 'in_1', kind: 'first', currency: 'EUR' },
        { ...payment, id: 'dp_1', kind: 'dispute', currency: 'CAD' },
      ])
      .execute();
  });

  it('leaves the overview readable, with the money of the currencies that are sold in', async () => {
    const app = await startTestApp({ database, clock });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request('/api/reports/overview', { headers });
    expect(response.status).toBe(200);
    const { metrics } = overviewReportSchema.parse(await response.json());
    expect(metrics.money).toEqual([{ currency: 'EUR', paidMinor: 1999, returnedMinor: 0 }]);
    await app.close();
  });

  it('is no month of first payments in its currency', async () => {
    const app = await startTestApp({ database, clock });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const { cohorts } = Object(await (await app.request('/api/reports/cohorts', { headers })).json());
    const none = { count: 0, amountMinor: 0 };
    expect(cohorts).toEqual([
      expect.objectContaining({ currency: 'EUR', first: { count: 1, amountMinor: 1999 }, dispute: none }),
    ]);
    await app.close();
  });
});
