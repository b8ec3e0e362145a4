import { currencies } from '@funnel/contracts/money';
import type { OverviewReport, ReportMetrics } from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { PaymentRow } from '../platform/schema.ts';
import { createCalendar, dateOf, quarterHourMs, type Calendar } from './calendar-day.ts';
import { readCounts, type Count } from './period-counts.ts';
import { whereSelected, type Selection } from './selection.ts';

/** The payments of one day, kind and currency. */
interface DailyPaymentSum {
  readonly day: number;
  readonly kind: PaymentRow['kind'];
  readonly currency: string;
  readonly amountMinor: number;
}

/** Sums the payments of a period by day. */
async function readPayments(
  db: Queries,
  calendar: Calendar,
  selection: Selection,
): Promise<DailyPaymentSum[]> {
  const { from, to } = selection;
  const [start, end] = [calendar.startOf(from), calendar.startOf(to + dayMs)];
  const { rows } = await sql<Omit<DailyPaymentSum, 'day'> & { readonly quarter: number }>`
    select payments.at - payments.at % ${sql.lit(quarterHourMs)} as quarter, payments.kind, payments.currency,
      cast(sum(payments.amount_minor) as bigint) as "amountMinor"
    from payments
    join subscriptions on subscriptions.id = payments.subscription_id
    join checkout_sessions on checkout_sessions.id = subscriptions.checkout_session_id
    left join visits on visits.visit_id = checkout_sessions.visit_id
    where payments.at >= ${start} and payments.at < ${end} and checkout_sessions.set_id is not null
      ${whereSelected(selection, 'checkout_sessions.set_id')}
    group by 1, 2, 3`.execute(db);
  return rows.map(({ quarter, ...row }) => ({ ...row, day: calendar.dayOf(quarter) }));
}

function metricsOf(counts: readonly Count[], payments: readonly DailyPaymentSum[]): ReportMetrics {
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
  const withPreviousPeriod = { ...selection, from: from - (to - from) - dayMs };
  const [{ counts, asOf }, payments] = await Promise.all([
    readCounts(context, withPreviousPeriod),
    readPayments(database.db, calendar, withPreviousPeriod),
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
