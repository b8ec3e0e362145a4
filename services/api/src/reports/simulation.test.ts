import {
  answersReportSchema,
  cohortsSchema,
  funnelReportSchema,
  overviewReportSchema,
  reportDimensions,
  reportValuesSchema,
} from '@funnel/contracts/reports';

import { insertPayments, replaceReturned } from '../billing/payment-repository.ts';
import { aCheckoutSession } from '../billing/a-checkout-session.testkit.ts';
import { newSubscription } from '../billing/payment-state.ts';
import type { ProviderPayment } from '../billing/payment-provider.ts';
import type { EventRow } from '../platform/schema.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { insertEvents } from '../tracking/event-repository.ts';
import { countPeriods } from './report-facts.ts';
import { berlinDate, datesOf, now, truthOf, type Query } from './simulation-truth.testkit.ts';
import { simulateVisits, type SimulatedVisit } from './simulation.testkit.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';

jest.setTimeout(600_000);

const hourMs = 3_600_000;
/** `SIMULATED_VISITS=20000` simulates a month of a large funnel. */
const visitCount = Number(process.env['SIMULATED_VISITS'] ?? 4000);

// In 2026 Berlin changes to summer time on 29 March at 1:00 UTC.
const from = Date.UTC(2026, 2, 20);
const lateFrom = Date.UTC(2026, 3, 8);

describeOnEachEngine(`the reports on ${visitCount} simulated visits`, (open) => {
  const { clock, advance } = createTestClock(lateFrom);
  const simulated = [
    ...simulateVisits({ visits: Math.round(visitCount * 0.9), from, days: 18, seed: 1 }),
    // Reported after the earlier ones were counted, some of them a moment ago.
    ...simulateVisits({ visits: Math.round(visitCount * 0.1), from: lateFrom, days: 1.5, seed: 2 }),
  ];
  let app: TestApp;

  const rowsOf = ({ id, set, views }: SimulatedVisit): EventRow[] =>
    views.map(({ path, at }, step) =>
      anEvent({ id: `${id}-${step}`, visit_id: id, received_at: at, set_id: set, path }),
    );

  const inBatches = async <Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>) => {
    for (let at = 0; at < rows.length; at += 500) await insert(rows.slice(at, at + 500));
  };

  const paymentsOf = ({ id, currency, payments }: SimulatedVisit): ProviderPayment[] =>
    payments
      .filter(({ at }) => at <= now)
      .map((payment, n) => ({
        ...payment,
        id: `${id}-pay-${n}`,
        subscriptionId: `sub-${id}`,
        currency,
        atMs: payment.at,
      }));

  async function store(visits: readonly SimulatedVisit[]) {
    const { db } = app.context.database;
    const events = visits.flatMap(rowsOf);
    await inBatches(events, (batch) => insertEvents(db, batch));
    const counted = visits.filter(({ set }) => set !== null);
    await inBatches(
      counted.map(({ id, at, source, campaign, device, locale }) => ({
        visit_id: id,
        first_at: at,
        source,
        campaign,
        device,
        locale,
      })),
      (batch) => db.insertInto('visits').values(batch).execute(),
    );
    const leads = visits.filter(({ leadAt, set }) => leadAt !== null && set !== null);
    await inBatches(
      leads.map(({ id, set, leadAt, answers }) => ({
        id: `lead-${id}`,
        visit_id: id,
        email: `${id}@example.com`,
        step: '',
        special_goal: '',
        quiz_answers: JSON.stringify(answers),
        answers_summary: '',
        timestamp: '',
        received_at: leadAt ?? 0,
        set_id: set,
      })),
      (batch) => db.insertInto('leads').values(batch).execute(),
    );
    const buyers = visits.filter(({ payments }) => payments.length > 0);
    await inBatches(
      buyers.map(({ id, set, currency, payments, at, locale }) =>
        aCheckoutSession({
          id: `session-${id}`,
          visit_id: id,
          email: `${id}@example.com`,
          currency,
          status: 'paid',
          subscription_id: `sub-${id}`,
          created_at: at,
          expires_at: at,
          paid_at: payments[0]?.at ?? null,
          set_id: set,
          locale,
        }),
      ),
      (batch) => db.insertInto('checkout_sessions').values(batch).execute(),
    );
    await inBatches(
      buyers.map(({ id, hasEnded }) => ({
        ...newSubscription(`sub-${id}`, 0),
        checkout_session_id: `session-${id}`,
        status: hasEnded ? 'canceled' : 'active',
      })),
      (batch) => db.insertInto('subscriptions').values(batch).execute(),
    );
    for (const buyer of buyers) {
      const payments = paymentsOf(buyer);
      await insertPayments(
        db,
        payments.filter(({ kind }) => kind === 'first' || kind === 'renewal'),
      );
      await replaceReturned(
        db,
        `sub-${buyer.id}`,
        payments.filter(({ kind }) => kind === 'refund' || kind === 'dispute'),
      );
    }
    // Browsers and the provider repeat what they do not see acknowledged.
    await inBatches(
      events.filter((_, n) => n % 3 === 0),
      (batch) => insertEvents(db, batch),
    );
    await inBatches(buyers.flatMap(paymentsOf), (batch) => insertPayments(db, batch));
  }

  const countAll = () => countPeriods(app.context);

  beforeAll(async () => {
    const database = await open();
    app = await startTestApp({ database, clock, environment: { TIME_ZONE: 'Europe/Berlin' } });
    await store(simulated.filter(({ id }) => id.startsWith('visit-1-')));
    await countAll();
    await store(simulated.filter(({ id }) => id.startsWith('visit-2-')));
    // The worker has not run for three hours: requests count the rest.
    advance(now - lateFrom - 3 * hourMs);
    await countAll();
    advance(3 * hourMs);
  });
  afterAll(() => app.close());

  const get = async (report: string, query: Query = {}) => {
    const path = `/api/reports/${report}?${new URLSearchParams(query)}`;
    const response = await app.request(path, { headers: { authorization: `Bearer ${testOperatorToken}` } });
    return { status: response.status, text: await response.text() };
  };

  const period = { from: '2026-03-25', to: '2026-04-09' };
  const selections: Query[] = [
    period,
    { from: '2026-03-29', to: '2026-03-29' },
    { from: '2026-04-09', to: '2026-04-09' },
    { ...period, set: 'set-a' },
    { ...period, set: 'set-b', device: 'phone' },
    { ...period, campaign: '' },
    ...['facebook', 'tiktok', 'google', 'direct'].map((source) => ({ ...period, source })),
    ...['google-1', 'tiktok-3'].map((campaign) => ({ ...period, campaign })),
    ...['phone', 'tablet', 'desktop'].map((device) => ({ ...period, device })),
    ...['en', 'de'].map((locale) => ({ ...period, locale })),
  ];

  it.each(selections)('state the truth of %j', async (query) => {
    const truth = truthOf(simulated, query);
    const overview = overviewReportSchema.parse(JSON.parse((await get('overview', query)).text));
    expect(overview).toEqual({
      from: query['from'],
      to: query['to'],
      timeZone: 'Europe/Berlin',
      asOf: now,
      metrics: truth.metrics,
      previous: truth.previous,
      days: truth.days,
    });
    const funnel = funnelReportSchema.parse(JSON.parse((await get('funnel', query)).text));
    expect(funnel.visitors).toBe(truth.metrics.visitors);
    expect(Object.fromEntries(funnel.steps.map(({ path, visitors }) => [path, visitors]))).toEqual(
      Object.fromEntries([...truth.steps].filter(([, visitors]) => visitors > 0)),
    );
    for (const { path, continued, medianSeconds } of funnel.steps) {
      const stays = truth.stays(path).toSorted((one, other) => one - other);
      expect(continued).toBe(stays.length);
      const median = stays[Math.floor(stays.length / 2)];
      if (median === undefined) expect(medianSeconds).toBeNull();
      // Times are counted in ranges of an eighth. Few visits may be far apart.
      else if (stays.length > 20)
        expect(Math.abs((medianSeconds ?? 0) - median)).toBeLessThan(median / 8 + 1);
    }
  });

  it.each([period, { ...period, source: 'google' }, { ...period, set: 'set-b' }])(
    'state how leads answered, and how many of them paid: %j',
    async (query) => {
      const { from: first, to: last, ...filter } = query;
      const dates = datesOf(first, last);
      const leads = simulated.filter(
        (visit) =>
          visit.set !== null &&
          visit.leadAt !== null &&
          dates.includes(berlinDate(visit.leadAt)) &&
          Object.entries(filter).every(([name, value]) => Reflect.get(visit, name) === value),
      );
      const count = (isIn: (visit: SimulatedVisit) => boolean) => ({
        leads: leads.filter(isIn).length,
        buyers: leads.filter((visit) => isIn(visit) && visit.payments.length > 0).length,
      });
      const report = answersReportSchema.parse(JSON.parse((await get('answers', query)).text));
      expect(report).toMatchObject(count(() => true));
      const answersTo = (label: string) =>
        new Map(
          report.questions
            .find(({ question }) => question === label)
            ?.answers.map(({ answer, ...of }) => [answer, of]),
        );
      const ages = answersTo('Age');
      for (const age of ['18-24', '25-34', '35-44'])
        expect(ages.get(age)).toEqual(count(({ answers }) => answers['Age'] === age));
      const rare = count(({ answers }) => answers['Age']?.startsWith('I am') ?? false);
      expect(rare.leads).toBeGreaterThan(0);
      expect(ages.get('other')).toEqual(rare);
      expect(ages.size).toBe(4);
      expect(answersTo('Preferred Tools')).toEqual(
        new Map([
          ['Charts', count(() => true)],
          ['News', count(({ answers }) => answers['Preferred Tools'] !== 'Charts')],
        ]),
      );
    },
  );

  it('list what visitors can be narrowed to, with how many there are', async () => {
    const values = reportValuesSchema.parse(JSON.parse((await get('values', period)).text));
    for (const dimension of reportDimensions)
      for (const { value, visitors } of values[dimension])
        expect(visitors).toBe(truthOf(simulated, { ...period, [dimension]: value }).metrics.visitors);
    expect(values.set.map(({ value }) => value).toSorted()).toEqual(['set-a', 'set-b']);
    expect(values.source.map(({ value }) => value).toSorted()).toEqual([
      'direct',
      'facebook',
      'google',
      'tiktok',
    ]);
  });

  it('list the release sets with how many visitors each has, the most visited first', async () => {
    const { set } = reportValuesSchema.parse(JSON.parse((await get('values', period)).text));
    const visitorsOf = (id: string) => truthOf(simulated, { ...period, set: id }).metrics.visitors;
    const sets = ['set-a', 'set-b'].toSorted((one, other) => visitorsOf(other) - visitorsOf(one));
    expect(set.map(({ value, visitors }) => [value, visitors])).toEqual(
      sets.map((id) => [id, visitorsOf(id)]),
    );
  });

  it('divide all visitors by each dimension', async () => {
    const all = truthOf(simulated, period).metrics.visitors;
    for (const dimension of reportDimensions) {
      const values = [...new Set(simulated.map((visit) => visit[dimension]))];
      const counts = await Promise.all(
        values.map(async (value) => {
          const { text } = await get('overview', { ...period, [dimension]: value });
          return overviewReportSchema.parse(JSON.parse(text)).metrics.visitors;
        }),
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all);
    }
  });

  it('state the payments of each month’s buyers', async () => {
    const { cohorts } = cohortsSchema.parse(JSON.parse((await get('cohorts')).text));
    const buyers = simulated.filter(
      ({ set, payments }) => set !== null && (payments[0]?.at ?? Infinity) <= now,
    );
    const monthOf = ({ payments }: SimulatedVisit) => berlinDate(payments[0]?.at ?? 0).slice(0, 7);
    const keys = [...new Set(buyers.map((buyer) => `${monthOf(buyer)} ${buyer.currency}`))].toSorted();
    expect(cohorts).toEqual(
      keys.map((key) => {
        const own = buyers.filter((buyer) => `${monthOf(buyer)} ${buyer.currency}` === key);
        const sum = (kind: string) => {
          const payments = own.flatMap(paymentsOf).filter((payment) => payment.kind === kind);
          return {
            count: payments.length,
            amountMinor: payments.reduce((minor, { amountMinor }) => minor + amountMinor, 0),
          };
        };
        const [month, currency] = key.split(' ');
        return {
          month,
          currency,
          first: sum('first'),
          renewal: sum('renewal'),
          refund: sum('refund'),
          dispute: sum('dispute'),
          churned: own.filter(({ hasEnded }) => hasEnded).length,
        };
      }),
    );
  });

  it.each(['overview', 'funnel', 'cohorts'])(
    'as CSV have the same numbers and no personal data: %s',
    async (report) => {
      const query = report === 'cohorts' ? {} : period;
      const { text } = await get(report, { ...query, format: 'csv' });
      expect(text).not.toMatch(/@|visit-|sub-|session-/);
      const [head = '', ...lines] = text.trimEnd().split('\r\n');
      const columns = head.split(',');
      const column = { overview: 'visitors', funnel: 'visitors', cohorts: 'first_count' }[report] ?? '';
      const index = columns.indexOf(`"${column}"`);
      const sum = lines.reduce(
        (total, line) => total + Number(line.split(',')[index]?.replaceAll('"', '')),
        0,
      );
      const truth = truthOf(simulated, period);
      const expected = {
        overview: truth.metrics.visitors,
        funnel: [...truth.steps.values()].reduce((total, count) => total + count, 0),
        cohorts: simulated.filter(({ set, payments }) => set !== null && (payments[0]?.at ?? Infinity) <= now)
          .length,
      }[report];
      expect(sum).toBe(expected);
    },
  );

  it('cover the last 30 days, or so many as are asked for', async () => {
    const { text } = await get('overview');
    const metrics = truthOf(simulated, { from: '2026-03-11', to: '2026-04-09' }).metrics;
    expect(JSON.parse(text)).toMatchObject({ from: '2026-03-11', to: '2026-04-09', metrics });
    expect(JSON.parse((await get('overview', { days: '7' })).text)).toMatchObject({ from: '2026-04-03' });
  });

  it.each([
    [{ from: '2026-04-02' }],
    [{ from: '2026-04-02', to: '2026-04-01' }],
    [{ from: '2020-01-01', to: '2026-04-01' }],
    [{ from: 'yesterday', to: '2026-04-01' }],
    [{ from: '2026-02-01', to: '2026-02-31' }],
    [{ ...period, source: 'google', device: 'phone' }],
  ])('reject %j', async (query) => {
    expect((await get('overview', query)).status).toBe(422);
  });
});
