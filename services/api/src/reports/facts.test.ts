import { dayMs } from '@funnel/service-kit/durations';
import type { KyselyPlugin } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import type { EventRow } from '../platform/schema.ts';
import { createTestClock, describeOnEachEngine } from '../platform/service.testkit.ts';
import { removeExpiredBatch } from '../retention/remove-expired.ts';
import { insertEvents } from '../tracking/event-repository.ts';
import { createVisit } from './analytics.testkit.ts';
import { createCalendar } from './calendar-day.ts';
import { readFacts, removeReportRows, reportContext, storeVisits } from './facts.testkit.ts';
import { countNextPeriod, countPeriods, readCountedUntil } from './report-facts.ts';
import { readCounts } from './period-counts.ts';
import { readReportValues } from './report-values.ts';
import { readStepTimes } from './read-step-times.ts';
import { compareReports } from './compare-reports.ts';
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
    context = reportContext(await open(), clock);
  });
  beforeEach(() => removeReportRows(context.database));

  const countAll = () => countPeriods(context);
  const sorted = (facts: Awaited<ReturnType<typeof readFacts>>) =>
    facts.map((fact) => Object.values(fact).join(' ')).toSorted();

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
    await storeVisits(context.database, visits.slice(0, 1000));
    await countAll();
    const late = visits.slice(1000).map((visit) => ({ ...visit, at: clock() - 2_000 }));
    await storeVisits(context.database, late);
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
    expect(sorted(await readFacts(context.database))).toEqual(expected.toSorted());
  });

  it('stay when the retention deletes their events', async () => {
    await storeVisits(context.database, [createVisit({ setId: 'a', at: clock() - 3_600_000, leads: 1 })]);
    advance(dayMs);
    await countAll();
    const before = sorted(await readFacts(context.database));
    advance(500 * dayMs);
    await removeExpiredBatch(context, async () => undefined);
    await countAll();
    expect(before).toHaveLength(3);
    expect(sorted(await readFacts(context.database))).toEqual(before);
    expect((await compareReports(context)).status).toBe(0);
  });

  it('are logged as late if the clock of a replica was far ahead', async () => {
    await storeVisits(context.database, [createVisit({ setId: 'a', at: clock() - 3_600_000, leads: 1 })]);
    await countNextPeriod({ ...context, clock: () => clock() + 3 * dayMs });
    const warn = jest.spyOn(context.log, 'warn').mockReturnValue();
    await countNextPeriod(context);
    expect(warn.mock.calls.map(([, message]) => message)).toEqual([
      'the reports are counted up to a time that has not come yet',
    ]);
    warn.mockRestore();
  });

  it('are counted once, although the clock of a replica is behind', async () => {
    await storeVisits(context.database, [createVisit({ setId: 'a', at: clock() - 3_600_000, leads: 1 })]);
    advance(3_600_000);
    await countAll();
    const before = sorted(await readFacts(context.database));
    await countNextPeriod({ ...context, clock: () => clock() - 3 * 3_600_000 });
    await countAll();
    expect(before).toHaveLength(3);
    expect(sorted(await readFacts(context.database))).toEqual(before);
  });

  it('are read once, although a replica counts further while a report is read', async () => {
    await storeVisits(context.database, [
      createVisit({ setId: 'a', at: clock() - 3_600_000, pages: ['/', '/step-1'] }),
    ]);
    await countNextPeriod({ ...context, clock: () => clock() - 2 * 3_600_000 });
    const { db } = context.database;
    const selection = { from: startOfDay(clock()), to: startOfDay(clock()), set: undefined, filter: null };
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
    const timesOf = await whileCounted((reader) => readStepTimes(reader, selection));
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
    expect((await compareReports(context)).status).toBe(0);
  });

  it('count a quarter of an hour when it has been over for ten minutes', async () => {
    await storeVisits(context.database, [createVisit({ setId: 'a', at: clock() })]);
    advance(24 * 60_000);
    await countAll();
    expect(await readFacts(context.database)).toEqual([]);
    advance(60_000);
    await countAll();
    expect(sorted(await readFacts(context.database))).toHaveLength(2);
  });

  it('are up to date on a new service before anything has happened', async () => {
    await countAll();
    expect(await readCountedUntil(context.database.db)).toBeGreaterThan(clock() - 30 * 60_000);
  });

  it('keep the 200 most visited paths of a day', async () => {
    const paths = Array.from({ length: 205 }, (_, n) => `/made-up-${n}`);
    const view = (visitId: string, path: string) => pageView(visitId, clock(), { path });
    const made = (some: readonly string[]) => some.map((path) => view('one', path));
    // Until midnight.
    advance(dayMs - (clock() % dayMs));
    const known = ['one', 'other'].map((visitId) => view(visitId, '/step-1'));
    await insertEvents(context.database.db, [...known, ...made(paths.slice(0, 100))]);
    advance(3_600_000);
    await countAll();
    await insertEvents(context.database.db, made(paths.slice(100)));
    advance(dayMs);
    await countAll();
    const facts = (await readFacts(context.database)).filter(({ kind }) => kind === 'steps');
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
      const steps = (await readFacts(context.database)).filter(({ kind }) => kind === 'steps');
      counted.push(steps.reduce((sum, { count }) => sum + count, 0));
    }
    // Only on SQLite a transaction blocks all other statements.
    expect(counted).toEqual(engine === 'sqlite' ? [500, 1000, 1500, 1700, 1700] : [1700, 1700]);
    expect((await compareReports(context)).status).toBe(0);
  });
});
