import { currencies } from '@funnel/contracts/money';
import {
  reportDimensions,
  type OverviewReport,
  type ReportDimension,
  type ReportMetrics,
  type ReportQuery,
  type ReportValues,
} from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { PaymentRow, ReportFactRow } from '../platform/schema.ts';
import { createCalendar, dateOf, quarterHourMs, type Calendar } from './calendar-day.ts';
import { countFacts, type Fact } from './count-facts.ts';
import { readCountedUntil } from './report-facts.ts';
import { countStepTimes, medianOf } from './step-times.ts';

/** What a report covers: its first and last day, and whose visits. */
export interface Selection {
  readonly from: number;
  readonly to: number;
  readonly set: string | undefined;
  readonly by: { readonly dimension: ReportDimension; readonly value: string } | null;
}

const defaultDays = 30;

export function toSelection(
  query: ReportQuery,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
): Selection {
  const today = createCalendar(config.TIME_ZONE).dayOf(clock());
  const { days = defaultDays } = query;
  const dimension = reportDimensions.find((name) => query[name] !== undefined);
  return {
    from: query.from === undefined ? today - (days - 1) * dayMs : Date.parse(query.from),
    to: query.to === undefined ? today : Date.parse(query.to),
    set: query.set,
    by: dimension ? { dimension, value: query[dimension] ?? '' } : null,
  };
}

type Count = Pick<ReportFactRow, 'day' | 'kind' | 'step' | 'count'>;

/** The counts of a period, and the time up to which everything is counted. */
interface Counts {
  readonly asOf: number;
  readonly counts: readonly Count[];
}

const readStored = ({ from, to, set, by }: Selection, db: Queries): Promise<Count[]> => {
  const table = by ? 'report_breakdown' : 'report_facts';
  let query = db
    .selectFrom(table)
    .select(['day', 'kind', 'step', sql<number>`cast(sum(count) as bigint)`.as('count')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'kind', 'step']);
  if (set !== undefined) query = query.where('set_id', '=', set);
  if (by)
    query = query.where(sql<boolean>`dimension = ${by.dimension}`).where(sql<boolean>`value = ${by.value}`);
  return query.execute();
};

/** Counts what the facts do not contain yet. */
async function countRest(
  db: Queries,
  calendar: Calendar,
  { from, to }: Selection,
  countedUntil: number,
  nowMs: number,
): Promise<(Fact & { readonly day: number })[]> {
  const counts: (Fact & { readonly day: number })[] = [];
  for (let start = countedUntil; start <= nowMs;) {
    const until = Math.min(calendar.endOfDay(start), nowMs + 1);
    const day = calendar.dayOf(start);
    if (day >= from && day <= to)
      for (const fact of await countFacts(db, { day, from: start, until })) counts.push({ ...fact, day });
    start = until;
  }
  return counts;
}

type VisitsOf = Readonly<Record<ReportDimension, string>> & { readonly set_id: string };

/** Whether the selection contains these visits. */
const isSelected = ({ set, by }: Selection, visits: VisitsOf): boolean =>
  (set === undefined || visits.set_id === set) && (!by || visits[by.dimension] === by.value);

/**
 * Reads the facts, and events from the time until which they are counted. Reads again if they were counted further
 * meanwhile, because what was counted would be read twice. If the facts end before `since`, no events are read, so
 * nothing can be read twice.
 */
async function readConsistently<Result>(
  db: Queries,
  since: number,
  read: (countedUntil: number) => Promise<Result>,
): Promise<Result> {
  const countedUntil = (await readCountedUntil(db)) ?? 0;
  const result = await read(countedUntil);
  const isCurrent = countedUntil < since || ((await readCountedUntil(db)) ?? 0) === countedUntil;
  return isCurrent ? result : readConsistently(db, since, read);
}

/**
 * Counts a period up to now. If the facts are more than a day behind, as after an update, it counts up to where they are, so
 * that no request counts many events.
 */
export async function readCounts(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<Counts> {
  const { db } = database;
  const nowMs = clock();
  const recentMs = nowMs - dayMs;
  return readConsistently(db, recentMs, async (countedUntil) => {
    const stored = await readStored(selection, db);
    if (countedUntil < recentMs) return { asOf: countedUntil, counts: stored };
    const rest = await countRest(db, createCalendar(config.TIME_ZONE), selection, countedUntil, nowMs);
    return { asOf: nowMs, counts: [...stored, ...rest.filter((fact) => isSelected(selection, fact))] };
  });
}

interface TimeOnStep {
  /** Visitors of the step who then saw another one. */
  readonly continued: number;
  /** Half of them stayed for less. Null if there is none. */
  readonly medianSeconds: number | null;
}

/**
 * How many visitors went on from a step, or from any of several, and after which time, up to the same moment as `readCounts`.
 */
export async function readTimesOnSteps(
  { config, database: { db }, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<(steps: ReadonlySet<string>) => TimeOnStep> {
  const { from, to, set, by } = selection;
  const nowMs = clock();
  const recentMs = nowMs - dayMs;
  let query = db
    .selectFrom('report_step_times')
    .select(['step', 'seconds', sql<number>`cast(sum(count) as bigint)`.as('count')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('dimension', '=', by?.dimension ?? '')
    .where('value', '=', by?.value ?? '')
    .groupBy(['step', 'seconds']);
  if (set !== undefined) query = query.where('set_id', '=', set);
  const { stored, rest } = await readConsistently(db, recentMs, async (countedUntil) => ({
    stored: await query.execute(),
    rest:
      countedUntil < recentMs
        ? []
        : await countStepTimes(db, createCalendar(config.TIME_ZONE), {
            from: countedUntil,
            until: nowMs + 1,
          }),
  }));
  const isIn = (day: number) => day >= from && day <= to;
  const times = [...stored, ...rest.filter((time) => isIn(time.day) && isSelected(selection, time))];
  return (steps) => {
    const own = times.filter(({ step }) => steps.has(step));
    return { continued: own.reduce((sum, { count }) => sum + count, 0), medianSeconds: medianOf(own) };
  };
}

/** The most frequent values that the visitors of a period can be narrowed to. */
const maxListedValues = 50;

/** What the visitors of a period can be narrowed to, the most frequent first. */
export async function readReportValues(
  { config, database: { db }, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<ReportValues> {
  const { from, to } = selection;
  const nowMs = clock();
  const recentMs = nowMs - dayMs;
  const { rest, values, sets } = await readConsistently(db, recentMs, async (countedUntil) => {
    const [values, sets, rest] = await Promise.all([
      db
        .selectFrom('report_breakdown')
        .select(['dimension', 'value', sql<number>`cast(sum(count) as bigint)`.as('count')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .where('kind', '=', 'visitors')
        .groupBy(['dimension', 'value'])
        .execute(),
      db
        .selectFrom('report_facts')
        .select(['set_id', sql<number>`cast(sum(count) as bigint)`.as('count')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .where('kind', '=', 'visitors')
        .groupBy('set_id')
        .execute(),
      countedUntil < recentMs
        ? []
        : countRest(db, createCalendar(config.TIME_ZONE), selection, countedUntil, nowMs),
    ]);
    return { values, sets, rest };
  });
  const numbers = await db.selectFrom('release_sets').select(['id', 'number']).execute();
  const visitors = rest.filter(({ kind }) => kind === 'visitors');
  const listed = (counts: readonly { readonly value: string; readonly count: number }[]) => {
    const sums = new Map<string, number>();
    for (const { value, count } of counts) sums.set(value, (sums.get(value) ?? 0) + count);
    return [...sums]
      .map(([value, count]) => ({ value, visitors: count }))
      .toSorted((one, other) => other.visitors - one.visitors || (one.value < other.value ? -1 : 1));
  };
  const listedIn = (dimension: ReportDimension) =>
    listed([
      ...values.filter((row) => row.dimension === dimension),
      ...visitors.map((fact) => ({ value: fact[dimension], count: fact.count })),
    ]);
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  const all = {
    source: listedIn('source'),
    campaign: listedIn('campaign'),
    device: listedIn('device'),
    locale: listedIn('locale'),
    set: listed([...sets, ...visitors].map(({ set_id, count }) => ({ value: set_id, count }))),
  };
  return {
    source: all.source.slice(0, maxListedValues),
    campaign: all.campaign.slice(0, maxListedValues),
    device: all.device.slice(0, maxListedValues),
    locale: all.locale.slice(0, maxListedValues),
    set: all.set
      .slice(0, maxListedValues)
      .map((set) => ({ ...set, number: numberOf.get(set.value) ?? null })),
    totals: {
      source: all.source.length,
      campaign: all.campaign.length,
      device: all.device.length,
      locale: all.locale.length,
      set: all.set.length,
    },
  };
}

interface Payments {
  readonly day: number;
  readonly kind: PaymentRow['kind'];
  readonly currency: string;
  readonly amountMinor: number;
}

/** Sums the payments of a period by day. */
async function readPayments(
  db: Queries,
  calendar: Calendar,
  { from, to, set, by }: Selection,
): Promise<Payments[]> {
  const [start, end] = [calendar.startOf(from), calendar.startOf(to + dayMs)];
  const ofSet = set === undefined ? sql`` : sql`and checkout_sessions.set_id = ${set}`;
  const ofVisit = by ? sql`and coalesce(visits.${sql.ref(by.dimension)}, '') = ${by.value}` : sql``;
  const { rows } = await sql<Omit<Payments, 'day'> & { readonly quarter: number }>`
    select payments.at - payments.at % ${sql.lit(quarterHourMs)} as quarter, payments.kind, payments.currency,
      cast(sum(payments.amount_minor) as bigint) as "amountMinor"
    from payments
    join subscriptions on subscriptions.id = payments.subscription_id
    join checkout_sessions on checkout_sessions.id = subscriptions.checkout_session_id
    left join visits on visits.visit_id = checkout_sessions.visit_id
    where payments.at >= ${start} and payments.at < ${end} and checkout_sessions.set_id is not null ${ofSet} ${ofVisit}
    group by 1, 2, 3`.execute(db);
  return rows.map(({ quarter, ...row }) => ({ ...row, day: calendar.dayOf(quarter) }));
}

function metricsOf(counts: readonly Count[], payments: readonly Payments[]): ReportMetrics {
  const sumOf = (kind: Count['kind']) =>
    counts.filter((row) => row.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const minorOf = (kinds: readonly PaymentRow['kind'][], currency: string) =>
    payments
      .filter((row) => row.currency === currency && kinds.includes(row.kind))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  // The provider may report a currency in which nothing is sold, such as that of a dispute. Its amounts cannot be compared.
  const paid = currencies.filter((currency) => payments.some((row) => row.currency === currency)).toSorted();
  return {
    visitors: sumOf('visitors'),
    leads: sumOf('leads'),
    purchases: sumOf('purchases'),
    money: paid.map((currency) => ({
      currency,
      paidMinor: minorOf(['first', 'renewal'], currency),
      returnedMinor: minorOf(['refund', 'dispute'], currency),
    })),
  };
}

/** The key metrics of a period, of each of its days, and of the period before. */
export async function readOverview(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<OverviewReport> {
  const { config, database } = context;
  const { from, to } = selection;
  const calendar = createCalendar(config.TIME_ZONE);
  const both = { ...selection, from: from - (to - from) - dayMs };
  const [{ counts, asOf }, payments] = await Promise.all([
    readCounts(context, both),
    readPayments(database.db, calendar, both),
  ]);
  const metricsIn = (isIn: (row: { readonly day: number }) => boolean) =>
    metricsOf(counts.filter(isIn), payments.filter(isIn));
  const days: OverviewReport['days'] = [];
  for (let day = from; day <= to; day += dayMs)
    days.push({ date: dateOf(day), ...metricsIn((row) => row.day === day) });
  return {
    from: dateOf(from),
    to: dateOf(to),
    timeZone: config.TIME_ZONE,
    asOf,
    metrics: metricsIn(({ day }) => day >= from),
    previous: metricsIn(({ day }) => day < from),
    days,
  };
}
