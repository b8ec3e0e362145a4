import { currencies, type Currency } from '@funnel/contracts/money';
import { sql, type RawBuilder } from 'kysely';

/** Visits that started since a time in milliseconds, on one set or on all. Previews belong to no set. */
export interface Scope {
  readonly since: number;
  readonly setId?: string;
}

export type VisitorCounts = Record<'visitors' | 'failures' | 'leads' | 'purchases', number> &
  Record<Currency, number | null>;

/**
 * Filters rows to visits that started within the period. Visitors who are already in the funnel cannot be compared with
 * new ones, because many new ones leave at once. A visitor who blocks events has events, too: the service records one
 * with each lead, checkout session and purchase.
 */
export const isNewSince = (
  table: 'events' | 'leads' | 'checkout_sessions',
  since: number,
) => sql<boolean>`not exists (
    select 1 from events before where before.visit_id = ${sql.ref(`${table}.visit_id`)} and before.received_at < ${since}
  )`;

/**
 * Selects one row per visitor, set and action: visited, had a failure, submitted a lead, bought. Visitors who block
 * events but buy are counted too, so that no share exceeds one.
 */
export function visitorActions({ since, setId }: Scope): RawBuilder<unknown> {
  const inScope = setId === undefined ? sql`set_id is not null` : sql`set_id = ${setId}`;
  return sql`
    select set_id, visit_id, name as act, case name when 'ResourceFailed' then remote end as remote,
      case name when 'ResourceFailed' then version end as version, null as session_id, null as currency, 0 as amount
    from events where ${inScope} and name in ('PageView', 'ResourceFailed') and received_at >= ${since} and ${isNewSince('events', since)}
    union select set_id, visit_id, 'lead', null, null, null, null, 0
    from leads where ${inScope} and received_at >= ${since} and ${isNewSince('leads', since)}
    union select set_id, visit_id, 'purchase', null, null, id, currency, amount_minor
    from checkout_sessions
    where ${inScope} and paid_at >= ${since} and status = 'paid' and ${isNewSince('checkout_sessions', since)}`;
}

const countVisitors = (did: RawBuilder<unknown>) => sql`count(distinct case when ${did} then visit_id end)`;

/** The columns of `VisitorCounts` over rows of `acts`. */
export const visitorCountColumns = (hasFailed = sql`act = 'ResourceFailed'`): RawBuilder<unknown> => sql`
  count(distinct visit_id) as visitors, ${countVisitors(hasFailed)} as failures,
  ${countVisitors(sql`act = 'lead'`)} as leads, ${countVisitors(sql`act = 'purchase'`)} as purchases,
  ${sql.join(
    currencies.map(
      (currency) =>
        sql`cast(sum(case when currency = ${currency} then amount end) as bigint) as ${sql.id(currency)}`,
    ),
  )}`;

/** The revenue in every currency with a purchase. */
export const revenueOf = (row: VisitorCounts) =>
  currencies.flatMap((currency) => {
    const amountMinor = row[currency];
    return amountMinor === null ? [] : [{ currency, amountMinor }];
  });
