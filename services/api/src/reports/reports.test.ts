import { newSubscription } from '../billing/payment-state.ts';
import type { Database } from '../platform/database.ts';
import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';
import { csvLine } from './csv.ts';

const authorization = `Bearer ${testOperatorToken}`;

const insertLeads = ({ db }: Database, count: number) => {
  const shared = {
    visit_id: 'v',
    step: 's',
    quiz_answers: '{}',
    answers_summary: '',
    timestamp: '',
    set_id: null,
  };
  const lead = (at: number) => ({
    ...shared,
    id: `lead-${at}`,
    email: `${at}@example.com`,
    special_goal: '=1+1',
    // Those with the higher numbers arrived first.
    received_at: count - at,
  });
  return db
    .insertInto('leads')
    .values(Array.from({ length: count }, (_, at) => lead(at)))
    .execute();
};

describeOnEachEngine('reports', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    const database = await open();
    await insertLeads(database, 1001);
    app = await startTestApp({ database });
  });
  afterAll(() => app.close());

  it('counts leads, purchases, subscriptions and deliveries', async () => {
    const response = await app.request('/api/reports/totals', { headers: { authorization } });
    expect(await response.json()).toEqual({
      leads: 1001,
      paidSessions: 0,
      activeSubscriptions: 0,
      deliveries: { waiting: 0, delivered: 0, dead: 0 },
    });
  });

  it('logs an aborted export, and writes nothing else to the console', async () => {
    const database = await open();
    const broken = await startTestApp({ database });
    const [consoleError, logWarn] = [jest.spyOn(console, 'error'), jest.spyOn(broken.context.log, 'warn')];
    // The token is authenticated before the database closes.
    await broken.request('/api/reports/totals', { headers: { authorization } });
    await database.close();
    const response = await broken.request('/api/reports/leads.csv', { headers: { authorization } });
    await expect(response.text()).rejects.toThrow();
    expect(consoleError).not.toHaveBeenCalled();
    expect(logWarn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'response aborted');
    await broken.close();
  });

  it('exports every lead once, as text that spreadsheets do not evaluate', async () => {
    const response = await app.request('/api/reports/leads.csv', { headers: { authorization } });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"');
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toMatch(/^"received_at","email"/);
    expect(lines).toHaveLength(1001);
    expect(new Set(lines).size).toBe(1001);
    expect(lines[0]).toMatch(/^"1970-01-01T00:00:00.001Z","1000@example.com","s","'=1\+1"/);
  });

  it('exports leads in the order of their arrival, even if there are many', async () => {
    const response = await app.request('/api/reports/leads.csv', { headers: { authorization } });
    const emails = [...(await response.text()).matchAll(/"(\d+)@example\.com"/g)].map(([, name]) => name);
    expect(emails).toEqual(Array.from({ length: 1001 }, (_, at) => String(1000 - at)));
  });

  it.each([
    ['/api/reports/totals?days=7', 'days'],
    ['/api/reports/leads.csv?days=7', 'days'],
    ['/api/reports/repeated-subscriptions?days=7', 'days'],
    ['/api/reports/values?format=csv', 'format'],
  ])('rejects %s, which would otherwise seem to have an effect, and names %s', async (path, parameter) => {
    const response = await app.request(path, { headers: { authorization } });
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(parameter);
  });

  it('logs who exports the leads', async () => {
    const info = jest.spyOn(app.context.log, 'info');
    const response = await app.request('/api/reports/leads.csv', { headers: { authorization } });
    await response.text();
    const logged = info.mock.calls.filter(([, message]) => message === 'leads exported');
    info.mockRestore();
    expect(logged).toEqual([[{ operator: 'operator' }, 'leads exported']]);
  });

  it('counts a purchase as soon as it is paid, and not before', async () => {
    const { db } = app.context.database;
    const countPaid = async () => {
      const response = await app.request('/api/reports/totals', { headers: { authorization } });
      return Object(await response.json()).paidSessions;
    };
    const purchases = [{ currency: 'EUR', amountMinor: 1999, status: 'open' }] as const;
    const visit = createVisit({ setId: 'a-set', purchases });
    await insertVisits(db, [visit]);
    expect(await countPaid()).toBe(0);
    const paid = db.updateTable('checkout_sessions').set({ status: 'paid' });
    await paid.where('visit_id', '=', visit.visitId).execute();
    expect(await countPaid()).toBe(1);
    await db.deleteFrom('checkout_sessions').where('visit_id', '=', visit.visitId).execute();
  });

  it('counts neither purchases nor subscriptions of previews', async () => {
    const { db } = app.context.database;
    const purchases = [{ currency: 'EUR', amountMinor: 1999, status: 'paid' }] as const;
    await insertVisits(db, [
      createVisit({ setId: 'a-set', purchases }),
      createVisit({ setId: 'a-set', purchases }),
      createVisit({ setId: null, purchases }),
    ]);
    const sessions = await db.selectFrom('checkout_sessions').select('id').execute();
    await db
      .insertInto('subscriptions')
      .values(
        sessions.map(({ id }) => ({
          ...newSubscription(`sub_${id}`, 0),
          checkout_session_id: id,
          status: 'active',
        })),
      )
      .execute();
    const response = await app.request('/api/reports/totals', { headers: { authorization } });
    expect(await response.json()).toMatchObject({ paidSessions: 2, activeSubscriptions: 2 });
  });

  it.each(['trialing', 'past_due', 'unpaid', 'canceled'])(
    'counts no subscription that is %s',
    async (status) => {
      await app.context.database.db.updateTable('subscriptions').set({ status }).execute();
      const response = await app.request('/api/reports/totals', { headers: { authorization } });
      expect(await response.json()).toMatchObject({ activeSubscriptions: 0 });
    },
  );
});

it.each(['=1', '+1', '-1', '@SUM(A1)', '\t1', '\r1'])('prefixes %j with an apostrophe', (value) => {
  expect(csvLine([value])).toBe(`"'${value}"\r\n`);
});

// Spreadsheets of some languages separate cells by semicolons, and read full-width signs as formulas. Some skip spaces in front.
it.each([
  ['a;=1+1;', "a;'=1+1;"],
  ['a;"=1', `a;""'=1`],
  ['a; -1', "a; '-1"],
  ['  =1+1', "  '=1+1"],
  ['\u00a0+1', "\u00a0'+1"],
  ['a;          =1+1', "a;          '=1+1"],
  ['a\n@SUM(A1)', "a\n'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['trade-offs; 1 - 2', 'trade-offs; 1 - 2'],
])('lets no cell of a differently separated file begin with a formula: %j', (value, written) => {
  expect(csvLine([value])).toBe(`"${written}"\r\n`);
});

it('keeps quotes, commas and line breaks inside their cell', () => {
  expect(csvLine(['a "b", c\nd', ''])).toBe('"a ""b"", c\nd",""\r\n');
});
