import { dayMs, hourMs } from '@funnel/service-kit/durations';
import type { KyselyPlugin } from 'kysely';

import { findSession } from '../billing/checkout-session-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import { createTestClock, describeOnEachEngine } from '../platform/service.testkit.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';
import { insertEvents } from '../tracking/event-repository.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';
import { createCalendar, dateOf } from './calendar-day.ts';
import { compareReports } from './compare-reports.ts';
import { readFacts, removeReportRows, reportContext, storeVisits } from './facts.testkit.ts';
import { countPeriods } from './report-facts.ts';

jest.setTimeout(120_000);

const { dayOf: startOfDay } = createCalendar('UTC');

describeOnEachEngine('reports compared with the rows', (open) => {
  const { clock, advance } = createTestClock();
  let context: AppContext;
  let sessionId = '';
  beforeAll(async () => {
    context = reportContext(await open(), clock);
  });
  beforeEach(async () => {
    await removeReportRows(context.database);
    const purchases = [{ currency: 'USD', amountMinor: 1999, status: 'paid' }] as const;
    const at = startOfDay(clock()) + 1000;
    await storeVisits(context.database, [
      createVisit({ setId: 'a', at, leads: 1, purchases }),
      createVisit({ setId: 'b', at }),
    ]);
    advance(dayMs);
    await countPeriods(context);
    const [session] = await context.database.db.selectFrom('checkout_sessions').select('id').execute();
    sessionId = session?.id ?? '';
  });

  it('prints a table without differences', async () => {
    // It is not counted yet.
    await insertVisits(context.database.db, [createVisit({ setId: 'a', at: clock(), leads: 1 })]);
    const { status, out } = await compareReports(context);
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
    expect((await compareReports(context)).out.split('\n')).toEqual([
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
    expect((await compareReports({ ...context, database })).out.split('\n').at(-1)).toMatch(
      /^0 differences /,
    );
    expect(isStored).toBe(true);
    await expect(compareReports(context)).resolves.toMatchObject({ status: 0 });
  });

  it('finds one cent and one event', async () => {
    const { db } = context.database;
    const day = new Date(startOfDay(clock()) - dayMs).toISOString().slice(0, 10);
    const at = startOfDay(clock()) - dayMs + 5000;
    await insertEvents(db, [anEvent({ visit_id: 'planted', received_at: at, set_id: 'a', path: '/' })]);
    await db
      .updateTable('checkout_sessions')
      .set({ amount_minor: 2000 })
      .where('id', '=', sessionId)
      .execute();
    const { status, out } = await compareReports(context);
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
    expect(await compareReports(inNewYork)).toMatchObject({ status: 0 });
    expect((await readFacts(context.database)).filter(({ kind }) => kind === 'visitors')).toHaveLength(3);
    await db
      .updateTable('checkout_sessions')
      .set({ amount_minor: 2000 })
      .where('id', '=', sessionId)
      .execute();
    const { status, out } = await compareReports(inNewYork);
    expect(status).toBe(1);
    expect(out).toContain(`${day} purchases USD: reports have 1 with 19.99 USD, rows have 1 with 20.00 USD`);
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
    expect(await compareReports(later)).toMatchObject({ status: 0 });
  });

  it('finds a purchase event that is repeated, and one without a payment', async () => {
    const { db } = context.database;
    const purchases = db.selectFrom('events').selectAll().where('name', '=', 'Purchase');
    await insertEvents(db, [{ ...(await purchases.executeTakeFirstOrThrow()), id: 'again' }]);
    const repeated = await compareReports(context);
    expect(repeated.status).toBe(1);
    expect(repeated.out.split('\n').slice(6)).toEqual([
      `purchase event again: repeats ${sessionId}`,
      expect.stringMatching(/^1 difference until /),
    ]);
    await db.updateTable('checkout_sessions').set({ status: 'expired' }).execute();
    expect((await compareReports(context)).out).toContain(
      `checkout session ${sessionId}: has a purchase event, but is not paid`,
    );
  });

  it('finds a purchase event that is missing, and facts that are missing', async () => {
    const { db } = context.database;
    await db.deleteFrom('events').where('name', '=', 'Purchase').execute();
    await db.deleteFrom('report_facts').where('kind', '=', 'leads').execute();
    const { status, out } = await compareReports(context);
    expect(status).toBe(1);
    expect(out).toContain(`checkout session ${sessionId}: paid 19.99 USD, its purchase event has nothing`);
    expect(out).toContain('leads: reports have 0, rows have 1');
  });
});
