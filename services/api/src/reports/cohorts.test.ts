import { newSubscription } from '../billing/payment-state.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, testOperatorToken } from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';

describeOnEachEngine('the report by the month of the first payment', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    for (const time of ['2026-01-31T23:30:00Z', '2026-02-28T23:30:00Z']) {
      const at = Date.parse(time);
      const money = { currency: 'EUR', amountMinor: 1999 } as const;
      const visit = createVisit({ setId: 'set-1', at, purchases: [{ ...money, status: 'paid' }] });
      await insertVisits(db, [visit]);
      const { id: checkout_session_id } = await db
        .selectFrom('checkout_sessions')
        .select('id')
        .where('visit_id', '=', visit.visitId)
        .executeTakeFirstOrThrow();
      const subscription = { ...newSubscription(`sub_${time}`, 0), checkout_session_id };
      await db.insertInto('subscriptions').values(subscription).execute();
      const payment = { id: `in_${time}`, kind: 'first', amount_minor: 1999, currency: 'EUR', at } as const;
      await db
        .insertInto('payments')
        .values({ ...payment, subscription_id: subscription.id })
        .execute();
    }
  });

  it.each([
    ['Europe/Berlin', ['2026-02', '2026-03']],
    ['America/New_York', ['2026-01', '2026-02']],
    ['UTC', ['2026-01', '2026-02']],
  ])('has the months of the time zone %s', async (timeZone, months) => {
    const app = await startTestApp({ database, environment: { TIME_ZONE: timeZone } });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const { cohorts } = Object(await (await app.request('/api/reports/cohorts', { headers })).json());
    expect(cohorts.map(({ month }: { month: string }) => month)).toEqual(months);
    await app.close();
  });

  it.each([
    ['incomplete_expired', [1, 0]],
    ['canceled', [1, 0]],
    ['unpaid', [0, 0]],
  ])('counts a subscription that is %s as ended: %j', async (status, expected) => {
    await database.db
      .updateTable('subscriptions')
      .set({ status })
      .where('id', '=', 'sub_2026-01-31T23:30:00Z')
      .execute();
    const app = await startTestApp({ database });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const { cohorts } = Object(await (await app.request('/api/reports/cohorts', { headers })).json());
    expect(cohorts.map(({ churned }: { churned: number }) => churned)).toEqual(expected);
    await app.close();
  });
});
