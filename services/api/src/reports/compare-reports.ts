import { visitDurationMs } from '@funnel/contracts/visit';
import { countText } from '@funnel/service-kit/count-text';
import { dayMs } from '@funnel/service-kit/durations';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';

import type { PaymentProvider } from '../billing/payment-provider.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { dateOf, quarterHourMs, type Calendar } from './calendar-day.ts';
import { formatSum, comparePayments } from './compare-payments.ts';
import { readCountedDays } from './counted-zones.ts';
import { countPeriods, readCountedUntil } from './report-facts.ts';

interface DailySum {
  readonly day: number;
  readonly kind: string;
  readonly currency: string;
  readonly count: number;
  /** Minor units. */
  readonly amount: number;
}

const keyOf = ({ day, kind, currency }: DailySum) => `${day} ${kind} ${currency}`;

const plus = (one: DailySum, more: DailySum | undefined): DailySum => ({
  ...one,
  count: one.count + (more?.count ?? 0),
  amount: one.amount + (more?.amount ?? 0),
});

/** The quarter of an hour of a time. */
const quarterOf = (column: string) =>
  sql`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(quarterHourMs)}`;

/** The first page views, counted from the events alone. `day` is the start of a quarter of an hour here; `readStoredSums` replaces it. */
const firstViews = (kind: string, by: RawBuilder<unknown>) => sql`
  select ${quarterOf('at')} as day, ${sql.lit(kind)} as kind, '' as currency, count(*) as count, 0 as amount
  from (select min(received_at) as at from events where name = 'PageView' and set_id is not null group by ${by}) as ${sql.id(kind)}
  group by 1`;

/** Sums the rows from before `until` by day of the reports. */
async function readStoredSums(db: Queries, dayOf: Calendar['dayOf'], until: number): Promise<DailySum[]> {
  const { rows } = await sql<DailySum>`
    ${firstViews('visitors', sql`visit_id`)}
    union all ${firstViews('steps', sql`visit_id, path`)}
    union all
    select ${quarterOf('received_at')}, 'leads', '', count(*), 0 from leads where set_id is not null group by 1
    union all
    select ${quarterOf('paid_at')}, 'purchases', currency, count(*), cast(sum(amount_minor) as bigint)
    from checkout_sessions where set_id is not null and status = 'paid' group by 1, 3`.execute(db);
  const sums = new Map<string, DailySum>();
  for (const row of rows) {
    if (row.day >= until) continue;
    const sum = { ...row, day: dayOf(row.day) };
    sums.set(keyOf(sum), plus(sum, sums.get(keyOf(sum))));
  }
  return [...sums.values()];
}

const readReportedSums = async (db: Queries): Promise<DailySum[]> =>
  (
    await sql<DailySum>`
    select day, kind, currency, cast(sum(count) as bigint) as count, cast(sum(amount_minor) as bigint) as amount
    from report_facts group by day, kind, currency`.execute(db)
  ).rows;

const purchaseSchema = z.object({
  checkoutSessionId: z.string(),
  valueMinor: z.int(),
  currency: z.string(),
});

/** Compares every paid checkout session with its purchase event, which is never deleted. */
async function comparePurchases(db: Queries): Promise<string[]> {
  const [sessions, events] = await Promise.all([
    db
      .selectFrom('checkout_sessions')
      .select(['id', 'amount_minor', 'currency'])
      .where('status', '=', 'paid')
      .execute(),
    db.selectFrom('events').select(['id', 'payload']).where('name', '=', 'Purchase').execute(),
  ]);
  const differences: string[] = [];
  const paid = new Map<string, string>();
  for (const { id, payload } of events) {
    const { checkoutSessionId, valueMinor, currency } = purchaseSchema.parse(JSON.parse(payload));
    if (paid.has(checkoutSessionId)) differences.push(`purchase event ${id}: repeats ${checkoutSessionId}`);
    paid.set(checkoutSessionId, formatSum(valueMinor, currency));
  }
  for (const { id, amount_minor, currency } of sessions) {
    const expected = formatSum(amount_minor, currency);
    const found = paid.get(id);
    paid.delete(id);
    if (found !== expected)
      differences.push(
        `checkout session ${id}: paid ${expected}, its purchase event has ${found ?? 'nothing'}`,
      );
  }
  for (const id of paid.keys())
    differences.push(`checkout session ${id}: has a purchase event, but is not paid`);
  return differences;
}

const describe = ({ count, amount, currency }: DailySum) =>
  currency ? `${count} with ${formatSum(amount, currency)}` : String(count);

interface Pair {
  readonly reported: DailySum;
  readonly stored: DailySum;
}

/** The days on which the sums differ, each as a line, and the totals by kind and currency. */
function compareSums(reported: readonly DailySum[], stored: readonly DailySum[]) {
  const reportedByKey = new Map(reported.map((sum) => [keyOf(sum), sum]));
  const storedByKey = new Map(stored.map((sum) => [keyOf(sum), sum]));
  const all = new Map([...storedByKey, ...reportedByKey]);
  const differences: string[] = [];
  const totals = new Map<string, Pair>();
  for (const [key, sum] of [...all].toSorted(([, one], [, other]) => one.day - other.day)) {
    const empty = { ...sum, count: 0, amount: 0 };
    const pair = { reported: reportedByKey.get(key) ?? empty, stored: storedByKey.get(key) ?? empty };
    const [inReports, inRows] = [describe(pair.reported), describe(pair.stored)];
    const name = [sum.kind, sum.currency].filter(Boolean).join(' ');
    if (inReports !== inRows)
      differences.push(`${dateOf(sum.day)} ${name}: reports have ${inReports}, rows have ${inRows}`);
    const total = totals.get(name);
    totals.set(name, {
      reported: plus(pair.reported, total?.reported),
      stored: plus(pair.stored, total?.stored),
    });
  }
  return { differences, totals };
}

const line = (name: string, one: string, other: string) =>
  `${name.padEnd(16)}${one.padStart(28)}${other.padStart(28)}`;

function totalLines(totals: ReadonlyMap<string, Pair>): string[] {
  if (totals.size === 0) return ['Nothing has been counted yet.'];
  const rows = [...totals]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { reported, stored }]) => line(name, describe(reported), describe(stored)));
  return [line('', 'reports', 'rows'), ...rows];
}

const paymentLines = (payments: Awaited<ReturnType<typeof comparePayments>> | null): string[] =>
  payments
    ? [
        line('', 'payments', 'provider'),
        ...payments.sums.map(([name, inPayments, atProvider]) => line(name, inPayments, atProvider)),
      ]
    : ['Payments were not compared with the provider: its keys are not set.'];

/**
 * Compares the facts of the reports with the rows that they were counted from: page views, leads, paid checkout
 * sessions and purchase events. Days whose rows may be deleted are left out, except for payments, which are kept. Compares
 * the stored payments with those of the provider, unless it is null. The status is 0 without, and 1 with differences.
 */
export async function compareReports(
  context: Omit<AppContext, 'log' | 'keys'>,
  provider: PaymentProvider | null = null,
): Promise<{ status: number; out: string }> {
  const { config, clock, database } = context;
  await countPeriods(context);
  const payments = provider && (await comparePayments(database.db, provider, clock()));
  // The service stores and counts while it is compared.
  const snapshot = database.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (db) => {
    const until = (await readCountedUntil(db)) ?? 0;
    const days = await readCountedDays(db);
    const keptSince = days.firstAfter(clock() - config.RETENTION_DAYS * dayMs);
    // The first page view of a visit may be deleted before its last one.
    const since = (kind: string) =>
      kind === 'purchases' ? 0 : kind === 'leads' ? keptSince : keptSince + visitDurationMs;
    const isCompared = ({ day, kind }: DailySum) => day >= since(kind);
    const stored = (await readStoredSums(db, days.dayOf, until)).filter(isCompared);
    const reported = (await readReportedSums(db)).filter(isCompared);

    const { differences, totals } = compareSums(reported, stored);
    differences.push(...(await comparePurchases(db)), ...(payments?.differences ?? []));
    const out = [
      ...totalLines(totals),
      ...paymentLines(payments),
      ...differences,
      `${countText(differences.length, 'difference')} until ${new Date(until).toISOString()}`,
    ].join('\n');
    return { status: differences.length > 0 ? 1 : 0, out };
  });
}
