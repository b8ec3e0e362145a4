import type { Cohorts } from '@funnel/contracts/reports';
import { sql } from 'kysely';

import { endedStatuses } from '../billing/payment-state.ts';
import type { Queries } from '../platform/database.ts';
import type { PaymentRow } from '../platform/schema.ts';
import { quarterHourMs } from './calendar-day.ts';

type Cohort = Cohorts['cohorts'][number];
/** How many payments there were, and their sum in minor units. */
type PaymentSum = Cohort['first'];

const none: PaymentSum = { count: 0, amountMinor: 0 };

const plus = (one: PaymentSum, other: PaymentSum): PaymentSum => ({
  count: one.count + other.count,
  amountMinor: one.amountMinor + other.amountMinor,
});

interface Row extends PaymentSum {
  /** The quarter of an hour of the first payment. */
  readonly firstAt: number;
  readonly kind: PaymentRow['kind'] | 'churned';
  readonly currency: string;
}

const readRows = async (db: Queries): Promise<Row[]> =>
  (
    await sql<Row>`
    with firsts as (
      select first.subscription_id, first.currency, subscriptions.status,
        first.at - first.at % ${sql.lit(quarterHourMs)} as first_at
      from payments as first
      join subscriptions on subscriptions.id = first.subscription_id
      join checkout_sessions on checkout_sessions.id = subscriptions.checkout_session_id
      where first.kind = 'first' and checkout_sessions.set_id is not null
    )
    select first_at as "firstAt", payments.kind, payments.currency, count(*) as count,
      cast(sum(payments.amount_minor) as bigint) as "amountMinor"
    from firsts
    join payments on payments.subscription_id = firsts.subscription_id and payments.currency = firsts.currency
    group by 1, 2, 3
    union all
    select first_at, 'churned', currency, count(*), 0 from firsts
    where status in (${sql.join(endedStatuses)}) group by 1, 3`.execute(db)
  ).rows;

/**
 * Sums what each month's new subscriptions have paid until now, from the payments alone, by month in the time zone. Purchases
 * in previews, and thus by smoke tests, are left out, as is a refund or dispute in another currency than its first payment.
 */
export async function readCohorts(db: Queries, timeZone: string): Promise<Cohort[]> {
  const monthFormat = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  const monthOf = (timeMs: number) => monthFormat.format(timeMs);
  const cohorts = new Map<string, Cohort>();
  for (const { firstAt, kind, currency, count, amountMinor } of await readRows(db)) {
    const month = monthOf(firstAt);
    const key = `${month} ${currency}`;
    const cohort = cohorts.get(key) ?? {
      month,
      currency,
      first: none,
      renewal: none,
      refund: none,
      dispute: none,
      churned: 0,
    };
    cohorts.set(
      key,
      kind === 'churned'
        ? { ...cohort, churned: cohort.churned + count }
        : { ...cohort, [kind]: plus(cohort[kind], { count, amountMinor }) },
    );
  }
  return [...cohorts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, cohort]) => cohort);
}
