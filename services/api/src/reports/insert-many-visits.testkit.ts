import { sql } from 'kysely';

import type { Db } from '../platform/database.ts';

/** The days before now on which the visits happen: the last 30, and the 30 with which the overview compares them. */
const days = 60;
const spanMs = days * 86_400_000;
/** Page views of a visit on average: from 1 to 19, each as often. */
const viewsPerVisit = 10;

/**
 * Lets the database itself create page views with their visits, leads, purchases and payments, because storing millions of them
 * by requests takes hours. The visits come evenly, from 20 sources with 200 campaigns, on two sets. Every tenth leaves an email,
 * and every fiftieth pays.
 */
export async function insertManyVisits(db: Db, events: number, nowMs: number): Promise<void> {
  const visits = Math.round(events / viewsPerVisit);
  const start = nowMs - spanMs;
  const numbers = sql`with recursive visit(n) as (select cast(0 as bigint) union all select n + 1 from visit where n < ${sql.lit(visits - 1)})`;
  const firstAt = sql`${sql.lit(start)} + n * ${sql.lit(spanMs)} / ${sql.lit(visits)}`;
  const setId = sql`'set-' || n % 2`;
  await sql`
    insert into visits (visit_id, first_at, source, campaign, device, locale)
    ${numbers}
    select 'visit-' || n, ${firstAt}, 'source-' || n % 20, 'campaign-' || n % 200,
      case n % 3 when 0 then 'phone' when 1 then 'desktop' else 'tablet' end, case n % 7 when 0 then 'de' else 'en' end
    from visit`.execute(db);
  await sql`
    insert into events (id, visit_id, name, payload, received_at, set_id, path, network)
    ${numbers}, view(k) as (select 0 union all select k + 1 from view where k < 18)
    select 'event-' || n || '-' || k, 'visit-' || n, 'PageView', '{}', ${firstAt} + k * (5 + n % 40) * 1000, ${setId},
      case k when 0 then '/' else '/step-' || k end, '10.' || n % 250 || '.0.0/16'
    from visit join view on k <= n % 19 where ${firstAt} + k * (5 + n % 40) * 1000 < ${sql.lit(nowMs)}`.execute(
    db,
  );
  await sql`
    insert into leads (id, visit_id, email, step, special_goal, quiz_answers, answers_summary, timestamp, received_at, set_id)
    ${numbers}
    select 'lead-' || n, 'visit-' || n, 'visitor-' || n || '@example.com', '', '', '{}', '', '', ${firstAt}, ${setId}
    from visit where n % 10 = 0`.execute(db);
  await sql`
    insert into checkout_sessions (id, visit_id, plan_id, email, amount_minor, currency, client_secret, status, renewal_notice,
      created_at, expires_at, paid_at, check_at, set_id)
    ${numbers}
    select 'session-' || n, 'visit-' || n, 'plan2', 'visitor-' || n || '@example.com', 1999, 'USD', '', 'paid', '',
      ${firstAt}, ${firstAt}, ${firstAt}, ${sql.lit(nowMs * 2)}, ${setId}
    from visit where n % 50 = 0`.execute(db);
  await sql`
    insert into subscriptions (id, checkout_session_id, customer_id, status, cancel_at_period_end, updated_at)
    ${numbers}
    select 'subscription-' || n, 'session-' || n, 'customer-' || n, 'active', 0, ${firstAt} from visit where n % 50 = 0`.execute(
    db,
  );
  await sql`
    insert into payments (id, kind, subscription_id, amount_minor, currency, at)
    ${numbers}
    select 'payment-' || n, 'first', 'subscription-' || n, 1999, 'USD', ${firstAt} from visit where n % 50 = 0`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}
