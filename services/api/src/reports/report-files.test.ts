import { newSubscription } from '../billing/payment-state.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';
import { countPeriods } from './report-facts.ts';

describeOnEachEngine('the CSV file of a report', (open) => {
  const { clock } = createTestClock();
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    const { db } = app.context.database;
    const at = clock() - 60_000;
    const visit = createVisit({
      setId: 'set-1',
      at,
      leads: 1,
      purchases: [
        { currency: 'EUR', amountMinor: 1999, status: 'paid' },
        { currency: 'USD', amountMinor: 3999, status: 'paid' },
      ],
    });
    await insertVisits(db, [
      visit,
      { ...visit, at: at + 17_000, pages: ['/step-1'], leads: 0, purchases: [] },
      createVisit({ setId: 'set-1', at }),
    ]);
    const sessions = await db.selectFrom('checkout_sessions').select(['id', 'currency']).execute();
    await db
      .insertInto('subscriptions')
      .values(
        sessions.map(({ id, currency }) => ({
          ...newSubscription(`sub-${currency}`, 0),
          checkout_session_id: id,
          status: currency === 'EUR' ? 'canceled' : 'active',
        })),
      )
      .execute();
    const [inEuros, inDollars] = [
      { subscription_id: 'sub-EUR', currency: 'EUR', at },
      { subscription_id: 'sub-USD', currency: 'USD', at },
    ];
    await db
      .insertInto('payments')
      .values([
        { ...inEuros, id: 'in_1', kind: 'first', amount_minor: 1999 },
        { ...inEuros, id: 'in_2', kind: 'renewal', amount_minor: 4000 },
        { ...inEuros, id: 're_1', kind: 'refund', amount_minor: 500 },
        { ...inDollars, id: 'in_3', kind: 'first', amount_minor: 3999 },
        { ...inDollars, id: 'dp_1', kind: 'dispute', amount_minor: 3998 },
      ])
      .execute();
    await countPeriods(app.context);
  });
  afterAll(() => app.close());

  it.each([
    [
      'overview',
      [
        '"date","visitors","leads","purchases","currency","paid_minor","returned_minor"',
        '"2026-01-15","2","1","2","EUR","5999","500"',
        '"2026-01-15","0","0","0","USD","3999","3998"',
      ],
    ],
    [
      'funnel',
      [
        '"path","title","visitors","continued","median_seconds"',
        '"/","","2","1","17.0"',
        '"/step-1","","1","0",""',
      ],
    ],
    [
      'cohorts',
      [
        '"month","currency","first_count","first_minor","renewal_count","renewal_minor","refund_count","refund_minor","dispute_count","dispute_minor","churned"',
        '"2026-01","EUR","1","1999","1","4000","1","500","0","0","1"',
        '"2026-01","USD","1","3999","0","0","0","0","1","3998","0"',
      ],
    ],
  ])('has each number of the %s in its column, and each count once', async (report, lines) => {
    const period = report === 'cohorts' ? '' : '&from=2026-01-15&to=2026-01-15';
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request(`/api/reports/${report}?format=csv${period}`, { headers });
    expect((await response.text()).trimEnd().split('\r\n')).toEqual(lines);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${report}.csv"`);
  });
});
