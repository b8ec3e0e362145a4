import { reportDimensions } from '@funnel/contracts/reports';
import type { Engine } from '@funnel/service-kit/database/database';
import { hourMs, minuteMs } from '@funnel/service-kit/durations';
import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { ReportFactRow } from '../platform/schema.ts';
import { createCalendar, quarterHourMs } from './calendar-day.ts';
import { countFacts, type Fact, type Period, batchesOf } from './count-facts.ts';
import { recordCountedZone } from './counted-zones.ts';
import { valueNamesOf, limitSteps } from './limit-values.ts';
import { addStepTimes, countStepTimes } from './step-times.ts';

/**
 * A quarter of an hour is counted when it has been over for this long, because a transaction that is still open may store
 * rows with an earlier time.
 */
const transactionGraceMs = 10 * minuteMs;
const idleMs = 5 * minuteMs;
/**
 * Events to count in one transaction, unless a single millisecond has more. On SQLite a transaction blocks all other statements:
 * 36,000 page views of different paths at once took 3 s. On PostgreSQL it blocks none, and large ones write less.
 */
const maxEvents: Readonly<Record<Engine, number>> = { sqlite: 500, postgres: 10_000 };

const countedUntilKey = 'report-facts-counted-until';

/** The time until which everything is counted, in milliseconds. Undefined before the first run. */
export async function readCountedUntil(db: Queries): Promise<number | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', countedUntilKey)
    .executeTakeFirst();
  return row && Number(row.value);
}

/** Adds counts under their keys. */
function sumBy<Row extends ReportFactRow>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row));
    if (sum) {
      sum.count += row.count;
      sum.amount_minor += row.amount_minor;
    } else sums.set(keyOf(row), { ...row });
  }
  return [...sums.values()];
}

/** Adds the counts of a period to those of its day. */
async function addFacts(db: Queries, { day }: Period, counted: readonly Fact[]): Promise<void> {
  if (counted.length === 0) return;
  const facts = await limitSteps(db, day, counted);
  const keyOf = ({ kind, step, set_id, currency }: Omit<ReportFactRow, 'day'>) =>
    JSON.stringify([kind, step, set_id, currency]);
  const toRow = ({ kind, step, set_id, currency, count, amount_minor }: Fact): ReportFactRow => ({
    day,
    kind,
    step,
    set_id,
    currency,
    count,
    amount_minor,
  });
  const totals = sumBy(facts.map(toRow), keyOf);
  for (const batch of batchesOf(totals))
    await db
      .insertInto('report_facts')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['day', 'kind', 'step', 'set_id', 'currency']).doUpdateSet({
          count: sql`report_facts.count + excluded.count`,
          amount_minor: sql`report_facts.amount_minor + excluded.amount_minor`,
        }),
      )
      .execute();
  for (const dimension of reportDimensions) {
    const nameOf = await valueNamesOf(db, day, dimension, facts);
    const rows = sumBy(
      facts.map((fact) => ({ ...toRow(fact), dimension, value: nameOf(fact[dimension]) })),
      (row) => keyOf(row) + row.value,
    );
    for (const batch of batchesOf(rows))
      await db
        .insertInto('report_breakdown')
        .values(batch)
        .onConflict((conflict) =>
          conflict.columns(['day', 'kind', 'step', 'set_id', 'currency', 'dimension', 'value']).doUpdateSet({
            count: sql`report_breakdown.count + excluded.count`,
            amount_minor: sql`report_breakdown.amount_minor + excluded.amount_minor`,
          }),
        )
        .execute();
  }
}

async function firstTime(db: Queries): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    select min(first) as first from (
      select min(received_at) as first from events
      union all select min(received_at) from leads
      union all select min(paid_at) from checkout_sessions
    ) as firsts`.execute(db);
  return rows[0]?.first ?? null;
}

/** A replica whose clock was further ahead keeps the reports from counting until that time has come. */
const aheadMs = hourMs;

const startOfQuarter = (timeMs: number): number => timeMs - (timeMs % quarterHourMs);

/** The end of a period that has at most `maxEvents`, or is a millisecond long. */
async function endOfPeriod(db: Queries, engine: Engine, from: number, latest: number): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select received_at as at from events where received_at >= ${from} and received_at < ${latest}
    order by received_at limit 1 offset ${sql.lit(maxEvents[engine])}`.execute(db);
  const [last] = rows;
  return last ? Math.max(last.at, from + 1) : latest;
}

/**
 * Counts the oldest period that is over and not counted, of at most a day, in one transaction. Returns the milliseconds that
 * are left. Several replicas may run it at once.
 */
export async function countNextPeriod({
  config,
  database,
  clock,
  log,
}: Pick<AppContext, 'config' | 'database' | 'clock'> & Partial<Pick<AppContext, 'log'>>): Promise<number> {
  const end = startOfQuarter(clock() - transactionGraceMs);
  const calendar = createCalendar(config.TIME_ZONE);
  return database.db.transaction().execute(async (db) => {
    await db
      .insertInto('settings')
      .values({ key: countedUntilKey, value: '0' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    // The update locks the row, so that two replicas do not add the same facts.
    const { value } = await db
      .updateTable('settings')
      .set({ key: countedUntilKey })
      .where('key', '=', countedUntilKey)
      .returning('value')
      .executeTakeFirstOrThrow();
    const countedUntil = Number(value);
    const from = countedUntil === 0 ? startOfQuarter((await firstTime(db)) ?? end) : countedUntil;
    if (from > end + aheadMs)
      log?.warn({ from, end }, 'the reports are counted up to a time that has not come yet');
    // Before the first event everything is counted. Where a clock is behind, the time does not go back, because everything after
    // it would be counted again.
    const until =
      from < end
        ? await endOfPeriod(db, database.engine, from, Math.min(calendar.endOfDay(from), end))
        : Math.max(countedUntil, end);
    await recordCountedZone(db, config.TIME_ZONE, from);
    if (from < end) {
      const period = { day: calendar.dayOf(from), from, until };
      await addFacts(db, period, await countFacts(db, period));
      await addStepTimes(db, await countStepTimes(db, calendar, period));
    }
    if (until !== countedUntil)
      await db
        .updateTable('settings')
        .set({ value: String(until) })
        .where('key', '=', countedUntilKey)
        .execute();
    return from < end ? end - until : 0;
  });
}

/** Counts every period that is over. */
export async function countPeriods(context: Parameters<typeof countNextPeriod>[0]): Promise<void> {
  while ((await countNextPeriod(context)) > 0);
}

/** Keeps the facts of the reports up to date. Requests only store events, and never wait for it. */
export const startReportFacts = (context: AppContext): Worker =>
  startWorker({ name: 'report facts', run: () => countNextPeriod(context), idleMs, log: context.log });
