import { dayMs, hourMs } from '@funnel/service-kit/durations';
import { createLog } from '@funnel/service-kit/log';
import type { KyselyPlugin } from 'kysely';

import { findSession } from '../billing/checkout-session-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import { readConfig } from '../platform/config.ts';
import type { EventRow } from '../platform/schema.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../platform/service.testkit.ts';
import { removeExpiredBatch } from '../retention/remove-expired.ts';
import { insertEvents } from '../tracking/event-repository.ts';
import { sessionEvent } from '../tracking/session-event.ts';
import { createVisit, insertVisits, type Visit } from './analytics.testkit.ts';
import { createCalendar, dateOf } from './calendar-day.ts';
import { countNextPeriod, countPeriods, readCountedUntil } from './report-facts.ts';
import { readCounts, readReportValues, readTimesOnSteps } from './period-report.ts';
import { reconcile } from './reconcile.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';

jest.setTimeout(120_000);

const { dayOf: startOfDay } = createCalendar('UTC');
const steps = ['/', '/step-1', '/step-2', '/final', '/checkout'];
const sets = ['a', 'b'] as const;

describeOnEachEngine('the facts of the reports', (open, engine) => {
  const { clock, advance } = createTestClock();
  let context: AppContext;
  const start = startOfDay(clock());

  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test' });
    context = { config, database: await open(), clock, log: createLog('silent'), keys: testKeys };
  });
  beforeEach(async () => {
    for (const table of [
      'events',
      'leads',
      'checkout_sessions',
      'report_facts',
      'report_breakdown',
      'report_step_times',
      'settings',
    ] as const)
      await context.database.db.deleteFrom(table).execute();
  });

  const countAll = () => countPeriods(context);
  const readFacts = () =>
    context.database.db
      .selectFrom('report_facts')
      .select(['day', 'kind', 'step', 'set_id', 'currency', 'count', 'amount_minor'])
      .execute();
  const sorted = (facts: Awaited<ReturnType<typeof readFacts>>) =>
    facts.map((fact) => Object.values(fact).join(' ')).toSorted();

  /** Stores visits, and the purchase event of each paid session. */
  async function store(visits: readonly Visit[]) {
    const { db } = context.database;
    await insertVisits(db, visits);
    const paid = await db.selectFrom('checkout_sessions').selectAll().where('status', '=', 'paid').execute();
    await insertEvents(
      db,
      paid.map(
        (row) =>
          sessionEvent(row, { name: 'Purchase', path: '/payment-success', atMs: row.paid_at ?? 0 }).event,
      ),
    );
  }

  const pageView = (visitId: string, at: number, changes: Partial<EventRow> = {}) =>
    anEvent({ visit_id: visitId, received_at: at, set_id: 'a', path: '/', ...changes });

  it('equal the truth of simulated visits, also after late and repeated batches', async () => {
    const visits = Array.from({ length: 1200 }, (_, n) => {
      const isPreview = n % 11 === 0;
      const isPaid = n % 10 === 3;
      return createVisit({
        setId: isPreview ? null : (sets[n % 2] ?? 'a'),
        at: start + (n % 3) * dayMs + n * 1000,
        pages: steps.slice(0, 1 + (n % 5)),
        leads: n % 5 === 4 ? 1 : 0,
        purchases: isPaid
          ? [{ currency: n % 4 === 3 ? 'EUR' : 'USD', amountMinor: 1999 + n, status: 'paid' }]
          : [],
      });
    });
    advance(3 * dayMs + 3_600_000);
    await store(visits.slice(0, 1000));
    await countAll();
    const late = visits.slice(1000).map((visit) => ({ ...visit, at: clock() - 2_000 }));
    await store(late);
    // A repeat of a visit that was counted before, on another day.
    const repeat = visits[1];
    if (!repeat) throw new Error('no visit');
    await insertEvents(context.database.db, [
      pageView(repeat.visitId, clock() - 1000, { set_id: repeat.setId }),
    ]);
    advance(dayMs);
    await countAll();
    await countAll();

    const truth = new Map<string, { count: number; amount: number }>();
    const add = (key: string, amount = 0) => {
      const known = truth.get(key) ?? { count: 0, amount: 0 };
      truth.set(key, { count: known.count + 1, amount: known.amount + amount });
    };
    for (const { at, setId, pages, leads, purchases } of [...visits.slice(0, 1000), ...late]) {
      if (setId === null) continue;
      const day = startOfDay(at);
      add(`${day} visitors  ${setId} `);
      for (const path of pages) add(`${day} steps ${path} ${setId} `);
      for (let n = 0; n < leads; n++) add(`${day} leads  ${setId} `);
      for (const { currency, amountMinor } of purchases)
        add(`${day} purchases  ${setId} ${currency}`, amountMinor);
    }
    const expected = [...truth].map(([key, { count, amount }]) => `${key} ${count} ${amount}`);
    expect(sorted(await readFacts())).toEqual(expected.toSorted());
  });

  it('stay when the retention deletes their events', async () => {
    await store([createVisit({ setId: 'a', at: clock() - 3_600_000, leads: 1 })]);
    advance(dayMs);
    await countAll();
    const before = sorted(await readFacts());
    advance(500 * dayMs);
    await removeExpiredBatch(context, async () => undefined);
    await countAll();
    expect(before).toHaveLength(3);
    expect(sorted(await readFacts())).toEqual(before);
    expect((await reconcile(context)).status).toBe(0);
  });

  it('are logged as late if the clock of a replica was far ahead', async () => {
    await store([createVisit({ setId: 'a', at: clock() - 3_600_000, leads: 1 })]);
    await countNextPeriod({ ...context, clock: () => clock() + 3 * dayMs });
    const warn = jest.spyOn(context.log, 'warn').mockReturnValue();
    await countNextPeriod(context);
    expect(warn.mock.calls.map(([, message]) => message)).toEqual([
      'the reports are counted up to a time that has not come yet',
    ]);
    warn.mockRestore();
  });

  it('are counted once, although the clock of a replica is behind', async () => {
    await store([createVisit({ setId: 'a', at: clock() - 3_600_000, leads: 1 })]);
    advance(3_600_000);
    await countAll();
    const before = sorted(await readFacts());
    await countNextPeriod({ ...context, clock: () => clock() - 3 * 3_600_000 });
    await countAll();
    expect(before).toHaveLength(3);
    expect(sorted(await readFacts())).toEqual(before);
  });

  it('are read once, although a replica counts further while a report is read', async () => {
    await store([createVisit({ setId: 'a', at: clock() - 3_600_000, pages: ['/', '/step-1'] })]);
    await countNextPeriod({ ...context, clock: () => clock() - 2 * 3_600_000 });
    const { db } = context.database;
    const selection = { from: startOfDay(clock()), to: startOfDay(clock()), set: undefined, by: null };
    /** A database in which a replica counts everything after the first query. */
    async function whileCounted<Result>(read: (reader: AppContext) => Promise<Result>): Promise<Result> {
      for (const table of ['report_facts', 'report_breakdown', 'report_step_times', 'settings'] as const)
        await db.deleteFrom(table).execute();
      await countNextPeriod({ ...context, clock: () => clock() - 2 * 3_600_000 });
      let counting: Promise<void> | undefined;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          // Not awaited: SQLite has one connection, which the next query of the reader gets after this transaction.
          counting ??= countAll();
          return result;
        },
      };
      const reader = { ...context, database: { ...context.database, db: db.withPlugin(plugin) } };
      const result = await read(reader);
      await counting;
      return result;
    }
    const { counts } = await whileCounted((reader) => readCounts(reader, selection));
    expect(counts.map(({ kind, step, count }) => `${kind} ${step} ${count}`).toSorted()).toEqual([
      'steps / 1',
      'steps /step-1 1',
      'visitors  1',
    ]);
    const timesOf = await whileCounted((reader) => readTimesOnSteps(reader, selection));
    expect(timesOf(new Set(['/'])).continued).toBe(1);
    const { set } = await whileCounted((reader) => readReportValues(reader, selection));
    expect(set.map(({ value, visitors }) => [value, visitors])).toEqual([['a', 1]]);
  });

  it('are not compared with a visit whose first page view was deleted before its last one', async () => {
    const at = clock() - 3_600_000;
    await insertEvents(context.database.db, [
      pageView('returning', at),
      pageView('returning', at + 20 * dayMs),
    ]);
    advance(21 * dayMs);
    await countAll();
    advance(381 * dayMs);
    await removeExpiredBatch(context, async () => undefined);
    const kept = await context.database.db.selectFrom('events').select('received_at').execute();
    expect(kept).toEqual([{ received_at: at + 20 * dayMs }]);
    expect((await reconcile(context)).status).toBe(0);
  });

  it('count a quarter of an hour when it has been over for ten minutes', async () => {
    await store([createVisit({ setId: 'a', at: clock() })]);
    advance(24 * 60_000);
    await countAll();
    expect(await readFacts()).toEqual([]);
    advance(60_000);
    await countAll();
    expect(sorted(await readFacts())).toHaveLength(2);
  });

  it('are up to date on a new service before anything has happened', async () => {
    await countAll();
    expect(await readCountedUntil(context.database.db)).toBeGreaterThan(clock() - 30 * 60_000);
  });

  it('keep the 200 most visited paths of a day', async () => {
    const at = clock() - 3_600_000;
    const paths = Array.from({ length: 205 }, (_, n) => `/made-up-${n}`);
    const known = ['one', 'other'].map((visitId) => pageView(visitId, at, { path: '/step-1' }));
    await insertEvents(context.database.db, [
      ...known,
      ...paths.map((path) => pageView('one', at, { path })),
    ]);
    advance(dayMs);
    await countAll();
    const facts = (await readFacts()).filter(({ kind }) => kind === 'steps');
    expect(facts).toHaveLength(201);
    expect(facts.find(({ step }) => step === '/step-1')?.count).toBe(2);
    expect(facts.find(({ step }) => step === 'other')?.count).toBe(6);
  });

  it('are counted from a limited number of events in a transaction', async () => {
    const at = startOfDay(clock()) + 3_600_000;
    const views = Array.from({ length: 1700 }, (_, n) =>
      pageView(`visit-${n % 17}`, at + n * 100, { path: `/made-up-${n}` }),
    );
    await insertEvents(context.database.db, views);
    advance(dayMs);
    const counted: number[] = [];
    for (let left = 1; left > 0;) {
      left = await countNextPeriod(context);
      const steps = (await readFacts()).filter(({ kind }) => kind === 'steps');
      counted.push(steps.reduce((sum, { count }) => sum + count, 0));
    }
    // Only on SQLite a transaction blocks all other statements.
    expect(counted).toEqual(engine === 'sqlite' ? [500, 1000, 1500, 1700, 1700] : [1700, 1700]);
    expect((await reconcile(context)).status).toBe(0);
  });

  describe('compared with the rows', () => {
    let sessionId = '';

    beforeEach(async () => {
      const purchases = [{ currency: 'USD', amountMinor: 1999, status: 'paid' }] as const;
      const at = startOfDay(clock()) + 1000;
      await store([createVisit({ setId: 'a', at, leads: 1, purchases }), createVisit({ setId: 'b', at })]);
      advance(dayMs);
      await countAll();
      const [session] = await context.database.db.selectFrom('checkout_sessions').select('id').execute();
      sessionId = session?.id ?? '';
    });

    it('prints a table without differences', async () => {
      const { status, out } = await reconcile(context);
      expect(out.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
        ' reports rows',
        'leads 1 1',
        'purchases USD 1 with 19.99 USD 1 with 19.99 USD',
        'steps 2 2',
        'visitors 2 2',
        'Payments were not compared with the provider: its keys are not set.',
        expect.stringMatching(/^0 differences until /),
      ]);
      expect(status).toBe(0);
    });

    it('prints a line instead of a table before anything was counted', async () => {
      const { db } = context.database;
      for (const table of ['events', 'leads', 'checkout_sessions', 'report_facts'] as const)
        await db.deleteFrom(table).execute();
      expect((await reconcile(context)).out.split('\n')).toEqual([
        'Nothing has been counted yet.',
        'Payments were not compared with the provider: its keys are not set.',
        expect.stringMatching(/^0 differences until /),
      ]);
    });

    it('reads the rows and the facts of one moment, while the service stores and counts more', async () => {
      const later = { ...context, database: await open(), clock: () => clock() + hourMs };
      let isStored = false;
      const storeMore: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!isStored && result.rows.some(({ kind }) => kind === 'visitors')) {
            isStored = true;
            await insertVisits(later.database.db, [createVisit({ setId: 'a', at: clock() + 60_000 })]);
            await countPeriods(later);
          }
          return result;
        },
      };
      const reading = await open();
      const database = { ...reading, db: reading.db.withPlugin(storeMore) };
      expect((await reconcile({ ...context, database })).out.split('\n').at(-1)).toMatch(/^0 differences /);
      expect(isStored).toBe(true);
      await expect(reconcile(context)).resolves.toMatchObject({ status: 0 });
    });

    it('finds one cent and one event', async () => {
      const { db } = context.database;
      const day = new Date(startOfDay(clock()) - dayMs).toISOString().slice(0, 10);
      const at = startOfDay(clock()) - dayMs + 5000;
      await insertEvents(db, [pageView('planted', at)]);
      await db
        .updateTable('checkout_sessions')
        .set({ amount_minor: 2000 })
        .where('id', '=', sessionId)
        .execute();
      const { status, out } = await reconcile(context);
      expect(status).toBe(1);
      expect((await findSession(db, sessionId))?.amount_minor).toBe(2000);
      const lines = out.split('\n').slice(6);
      expect(lines.slice(0, -2).toSorted()).toEqual([
        `${day} purchases USD: reports have 1 with 19.99 USD, rows have 1 with 20.00 USD`,
        `${day} steps: reports have 2, rows have 3`,
        `${day} visitors: reports have 2, rows have 3`,
      ]);
      expect(lines.at(-2)).toBe(
        `checkout session ${sessionId}: paid 20.00 USD, its purchase event has 19.99 USD`,
      );
    });

    /** The context after the owner has changed the time zone. */
    const contextIn = (timeZone: string): AppContext => ({
      ...context,
      config: { ...context.config, TIME_ZONE: timeZone },
    });

    it('compares each day in the time zone in which it was counted, and still finds one cent', async () => {
      const { db } = context.database;
      const day = dateOf(startOfDay(clock()) - dayMs);
      const inNewYork = contextIn('America/New_York');
      // At 2:00 UTC it is still the day before in New York.
      await insertVisits(db, [createVisit({ setId: 'b', at: startOfDay(clock()) + dayMs + 2 * hourMs })]);
      advance(2 * dayMs);
      await countPeriods(inNewYork);
      expect(await reconcile(inNewYork)).toMatchObject({ status: 0 });
      expect((await readFacts()).filter(({ kind }) => kind === 'visitors')).toHaveLength(3);
      await db
        .updateTable('checkout_sessions')
        .set({ amount_minor: 2000 })
        .where('id', '=', sessionId)
        .execute();
      const { status, out } = await reconcile(inNewYork);
      expect(status).toBe(1);
      expect(out).toContain(
        `${day} purchases USD: reports have 1 with 19.99 USD, rows have 1 with 20.00 USD`,
      );
    });

    it('leaves out a day of an earlier time zone whose first rows may be deleted', async () => {
      const { db } = context.database;
      const inTokyo = contextIn('Asia/Tokyo');
      // At 16:00 UTC the next day has begun in Tokyo.
      const at = startOfDay(clock()) + dayMs + 16 * hourMs;
      await insertVisits(db, [createVisit({ setId: 'a', at, leads: 1 })]);
      advance(2 * dayMs);
      await countPeriods(inTokyo);
      await db.deleteFrom('leads').where('received_at', '>=', at).execute();
      // A day later, what is older than 20:00 UTC of that day may be deleted.
      const nextDay = startOfDay(at) + dayMs;
      const config = { ...context.config, RETENTION_DAYS: 1 };
      const later = { ...context, config, clock: () => nextDay + 20 * hourMs };
      expect(await reconcile(later)).toMatchObject({ status: 0 });
    });

    it('finds a purchase event that is repeated, and one without a payment', async () => {
      const { db } = context.database;
      const purchases = db.selectFrom('events').selectAll().where('name', '=', 'Purchase');
      await insertEvents(db, [{ ...(await purchases.executeTakeFirstOrThrow()), id: 'again' }]);
      const repeated = await reconcile(context);
      expect(repeated.status).toBe(1);
      expect(repeated.out.split('\n').slice(6)).toEqual([
        `purchase event again: repeats ${sessionId}`,
        expect.stringMatching(/^1 difference until /),
      ]);
      await db.updateTable('checkout_sessions').set({ status: 'expired' }).execute();
      expect((await reconcile(context)).out).toContain(
        `checkout session ${sessionId}: has a purchase event, but is not paid`,
      );
    });

    it('finds a purchase event that is missing, and facts that are missing', async () => {
      const { db } = context.database;
      await db.deleteFrom('events').where('name', '=', 'Purchase').execute();
      await db.deleteFrom('report_facts').where('kind', '=', 'leads').execute();
      const { status, out } = await reconcile(context);
      expect(status).toBe(1);
      expect(out).toContain(`checkout session ${sessionId}: paid 19.99 USD, its purchase event has nothing`);
      expect(out).toContain('leads: reports have 0, rows have 1');
    });
  });
});
