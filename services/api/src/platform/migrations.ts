import type { Engine } from '@funnel/service-kit/database/database';
import { sql, type Migration } from 'kysely';

const statements = (...texts: readonly string[]): Migration => ({
  async up(db) {
    for (const text of texts) await sql.raw(text).execute(db);
  },
});

/**
 * Migrations run in the alphabetical order of their names and are never edited after their release. Every change is a new
 * entry. Numbers have gaps, and two may be equal. Both engines run the same SQL, except where `engine` is tested.
 */
export function migrations(engine: Engine): Record<string, Migration> {
  const bytes = engine === 'postgres' ? 'bytea' : 'blob';
  return {
    '0001-start': statements(
      `create table settings (key text not null primary key, value text not null)`,
      `create table rate_limits (key text not null primary key, points bigint not null, expire bigint)`,
      `create table leads (
        id text not null primary key, visit_id text not null, email text not null, step text not null,
        special_goal text not null, quiz_answers text not null, answers_summary text not null,
        timestamp text not null, received_at bigint not null, set_id text
      )`,
      `create index leads_by_received_at_id on leads (received_at, id)`,
      `create table events (
        id text not null primary key, visit_id text not null, name text not null, payload text not null,
        received_at bigint not null, set_id text
      )`,
      `create table outbox (
        id text not null primary key, destination text not null, kind text not null, payload text not null,
        state text not null, attempts bigint not null, due_at bigint not null, lease_owner text,
        lease_until bigint not null, last_error text, created_at bigint not null
      )`,
      `create index outbox_by_state_due_at on outbox (state, due_at)`,
      `create table inbox (
        event_id text not null primary key, type text not null, object_id text not null, state text not null,
        attempts bigint not null, due_at bigint not null, last_error text, received_at bigint not null
      )`,
      `create index inbox_by_state_due_at on inbox (state, due_at)`,
      `create table checkout_sessions (
        id text not null primary key, visit_id text not null, plan_id text not null, email text not null,
        amount_minor bigint not null, currency text not null, client_secret text not null, status text not null,
        subscription_id text, renewal_notice text not null, created_at bigint not null,
        expires_at bigint not null, paid_at bigint, check_at bigint not null, set_id text
      )`,
      `create index checkout_sessions_by_visit_id on checkout_sessions (visit_id)`,
      `create index checkout_sessions_by_status_check_at on checkout_sessions (status, check_at)`,
      `create table checkout_leases (
        visit_id text not null primary key, owner text not null, lease_until bigint not null
      )`,
      `create table subscriptions (
        id text not null primary key, checkout_session_id text, customer_id text not null, status text not null,
        current_period_end bigint, cancel_at_period_end bigint not null, updated_at bigint not null
      )`,
      `create table files (
        integrity text not null primary key, type text not null, body ${bytes} not null, body_br ${bytes} not null
      )`,
      `create table builds (
        name text not null, version text not null, digest text not null, manifest text not null,
        published_at bigint not null, primary key (name, version)
      )`,
      `create table release_sets (
        id text not null primary key, number bigint not null, members text not null, created_at bigint not null
      )`,
      `create table channels (name text not null primary key, set_id text not null, moved_at bigint not null)`,
      `create table release_audit (
        id text not null primary key, at bigint not null, actor text not null, action text not null,
        channel text not null, from_set text, to_set text not null, note text not null
      )`,
    ),
    '0002-after-the-sale': statements(
      `alter table checkout_sessions add column terms_build text`,
      `alter table subscriptions add column last_invoice_status text`,
      `alter table subscriptions add column promotional_period_end bigint`,
      `alter table subscriptions add column was_refunded bigint not null default 0`,
      `alter table subscriptions add column was_disputed bigint not null default 0`,
      `alter table subscriptions add column version bigint not null default 0`,
      `alter table subscriptions add column check_at bigint`,
      `update subscriptions set check_at = 0`,
      `create index subscriptions_by_customer_id on subscriptions (customer_id)`,
      `create index subscriptions_by_check_at on subscriptions (check_at)`,
      `create table activation_tokens (
        token_sha256 text not null primary key, subscription_id text not null, expires_at bigint not null
      )`,
      `create index activation_tokens_by_subscription_id on activation_tokens (subscription_id)`,
    ),
    '0003-last-announcement': {
      async up(db) {
        await db.schema.alterTable('subscriptions').addColumn('announced', 'text').execute();
      },
    },
    '0004-checkout-intents': statements(
      `create table checkout_intents (visit_id text not null primary key, intent text not null)`,
    ),
    '0004-conversions': statements(
      `alter table checkout_sessions add column ad_trace text`,
      `create table consents (
        visit_id text not null, choice text not null, at bigint not null, text_version bigint not null,
        received_at bigint not null, primary key (visit_id, choice, at)
      )`,
    ),
    '0005-canaries': {
      async up(db) {
        for (const text of [
          `alter table channels add column canary_set text`,
          `alter table channels add column canary_percent bigint`,
          `alter table channels add column canary_started_at bigint`,
          `alter table release_sets add column withdrawn_at bigint`,
          `alter table release_sets add column certification text`,
          `alter table release_audit add column percent bigint`,
          `create table release_set_members (
            set_id text not null, name text not null, version text not null, primary key (set_id, name)
          )`,
          `create index release_set_members_by_name_version on release_set_members (name, version)`,
          `create table operator_tokens (
            id text not null primary key, name text not null, role text not null, token_sha256 text not null unique,
            created_at bigint not null, expires_at bigint not null
          )`,
          `alter table events add column path text`,
          `alter table events add column remote text`,
          `alter table events add column version text`,
          `alter table events add column measure bigint`,
          `create index events_by_set_id_name on events (set_id, name, received_at, visit_id, path)`,
          `create index leads_by_set_id on leads (set_id, received_at, visit_id)`,
          `create index checkout_sessions_by_set_id on checkout_sessions (set_id, paid_at)`,
        ])
          await sql.raw(text).execute(db);
        const sets = await sql<{ id: string; members: string }>`select id, members from release_sets`.execute(
          db,
        );
        for (const { id, members } of sets.rows) {
          for (const [name, version] of Object.entries(JSON.parse(members)))
            await sql`insert into release_set_members values (${id}, ${name}, ${version})`.execute(db);
        }
      },
    },
    '0006-deliveries': statements(
      `alter table outbox add column visit_id text`,
      `alter table outbox add column set_id text`,
      `alter table outbox add column scheduled_from bigint not null default 0`,
      `update outbox set scheduled_from = created_at`,
      // Finds the work of one destination without reading the rows of the others.
      `create index outbox_by_destination_state_due_at on outbox (destination, state, due_at)`,
      `create table breakers (
        destination text not null primary key, failures bigint not null, open_until bigint not null
      )`,
    ),
    '0007-limits': statements(
      // Rate limit counts need no write-ahead log. On SQLite the single process counts in memory.
      engine === 'postgres' ? `alter table rate_limits set unlogged` : `drop table rate_limits`,
    ),
    // Used when a visitor withdraws consent or requests erasure.
    '0008-visits': statements(
      `create index events_by_visit_id on events (visit_id)`,
      `create index outbox_by_visit_id on outbox (visit_id)`,
    ),
    '0009-operators': statements(
      `alter table operator_tokens add column made_by text`,
      `alter table operator_tokens add column last_used_at bigint`,
      `create table operator_sessions (
        id_sha256 text not null primary key, token_id text not null, created_at bigint not null, expires_at bigint not null
      )`,
      // Keys are derived from SECRET_KEY, so that a copy of the database cannot sign anything.
      `delete from settings where key like 'secret:%'`,
    ),
    // Which build uses which file, and which files are not used by a build. The upload cleanup fills in missing rows.
    '0010-uploads': statements(
      `create table build_files (
        name text not null, version text not null, integrity text not null, primary key (name, version, integrity)
      )`,
      `create index build_files_by_integrity on build_files (integrity)`,
      `create table pending_uploads (
        integrity text not null primary key, bytes bigint not null, uploaded_at bigint not null,
        owner text not null default ''
      )`,
      `create index pending_uploads_by_uploaded_at on pending_uploads (uploaded_at)`,
    ),
    '0011-abuse': statements(
      `alter table events add column network text`,
      // Counts the recent events of one visit, and finds its events.
      `create index events_by_visit_id_received_at on events (visit_id, received_at)`,
      `drop index events_by_visit_id`,
      // Finds events whose retention period is over.
      `create index events_by_received_at on events (received_at)`,
      `alter table outbox add column fair_rank bigint not null default 0`,
      // Only waiting deliveries are leased and counted. Without the delivered rows, the indexes stay small.
      `create index outbox_waiting_by_destination on outbox (destination, fair_rank, due_at, id) where state = 'waiting'`,
      `create index outbox_waiting_by_visit_id on outbox (visit_id, destination, fair_rank) where state = 'waiting'`,
      `drop index outbox_by_destination_state_due_at`,
    ),
    '0013-offers': statements(
      `create table offers (
        visit_id text not null primary key, deadline_at bigint not null, started_at bigint not null,
        is_provisional bigint not null default 0
      )`,
      `create table offer_emails (
        email_sha256 text not null, visit_id text not null, primary key (email_sha256, visit_id)
      )`,
      `create index offer_emails_by_visit_id on offer_emails (visit_id)`,
    ),
    '0014-answers-of-buyers': statements(
      `alter table checkout_sessions add column quiz_state text`,
      // Finds out whether a buyer's visit has a lead.
      `create index leads_by_visit_id on leads (visit_id)`,
    ),
    '0015-emails': statements(
      `alter table checkout_sessions add column locale text not null default 'en'`,
      `create table unsubscribed_emails (email_sha256 text not null primary key, at bigint not null)`,
    ),
    '0015-stopped-destinations': statements(
      `create table stopped_destinations (
        destination text not null primary key, reason text not null, stopped_at bigint not null,
        settings_id text not null
      )`,
    ),
    '0016-after-the-charge': statements(
      `alter table inbox add column renewal text`,
      `alter table subscriptions add column dispute text`,
      `alter table subscriptions add column has_fraud_warning bigint not null default 0`,
      `alter table subscriptions add column charges_updated_at bigint not null default 0`,
    ),
    '0017-csp-violations': statements(
      `create table csp_violations (
        directive text not null, blocked text not null, count bigint not null, last_at bigint not null,
        primary key (directive, blocked)
      )`,
    ),
    '0019-buyers': statements(
      `alter table checkout_sessions add column tax_minor bigint`,
      // Finds the other subscriptions of an email.
      `create index checkout_sessions_by_email on checkout_sessions (lower(email))`,
    ),
    '0020-agreements': statements(
      `alter table checkout_sessions add column agreement text`,
      `alter table checkout_sessions add column agreement_shown_at bigint`,
    ),
    '0021-report-facts': statements(
      `create table report_facts (
        day bigint not null, kind text not null, step text not null, set_id text not null, currency text not null,
        count bigint not null, amount_minor bigint not null, primary key (day, kind, step, set_id, currency)
      )`,
      // Finds the payments of one day.
      `create index checkout_sessions_by_paid_at on checkout_sessions (paid_at)`,
    ),
    '0022-deprecations': statements(
      `alter table builds add column deprecation text`,
      `create table version_audit (
        id text not null primary key, at bigint not null, actor text not null, action text not null,
        name text not null, version text not null, note text not null
      )`,
      `create index version_audit_by_at on version_audit (at)`,
    ),
    '0040-alerts': statements(
      `create table alerts (
        id text not null primary key, kind text not null, subject text not null, summary text not null,
        began_at bigint not null, ended_at bigint
      )`,
      // Replicas find the same condition at once, and one alert begins.
      `create unique index alerts_lasting on alerts (kind, subject) where ended_at is null`,
      `create index alerts_by_ended_at on alerts (ended_at)`,
    ),
    '0041-payments': statements(
      `create table payments (
        id text not null primary key, kind text not null, subscription_id text not null, amount_minor bigint not null,
        currency text not null, at bigint not null
      )`,
      `create index payments_by_subscription_id on payments (subscription_id)`,
      `create index payments_by_at on payments (at)`,
      // The next check of each subscription fetches its earlier payments.
      `update subscriptions set check_at = 0`,
    ),
    '0042-report-breakdown': statements(
      `create table visits (
        visit_id text not null primary key, first_at bigint not null, source text not null, campaign text not null,
        device text not null, locale text not null
      )`,
      `create index visits_by_first_at on visits (first_at)`,
      `create table report_breakdown (
        day bigint not null, kind text not null, step text not null, set_id text not null, currency text not null,
        dimension text not null, value text not null, count bigint not null, amount_minor bigint not null,
        primary key (day, kind, step, set_id, currency, dimension, value)
      )`,
    ),
    '0043-trusted-publishers': statements(
      `alter table version_audit add column source text`,
      `create table trusted_publishers (
        id text not null primary key, app text not null, issuer text not null, repository_id text not null,
        workflow text not null, environment text not null, created_at bigint not null, made_by text not null,
        unique (issuer, repository_id, workflow, environment)
      )`,
    ),
    '0050-experiments': statements(
      `create table exposures (
        experiment text not null, visit_id text not null, arm text not null, at bigint not null,
        primary key (experiment, visit_id)
      )`,
      `create index exposures_by_visit_id on exposures (visit_id)`,
      `create index exposures_by_at on exposures (at)`,
      `create table experiment_decisions (
        id text not null primary key, experiment text not null, arm text not null, why text not null,
        actor text not null, at bigint not null
      )`,
      `alter table checkout_sessions add column arms text`,
    ),
    '0051-canary-stages': statements(`alter table channels add column canary_plan text`),
    '0052-report-step-times': statements(
      `create table report_step_times (
        day bigint not null, set_id text not null, step text not null, dimension text not null, value text not null,
        seconds bigint not null, count bigint not null,
        primary key (day, dimension, value, set_id, step, seconds)
      )`,
    ),
    '0053-usual-values': statements(
      `create index report_breakdown_visitors on report_breakdown (dimension, day, value) where kind = 'visitors'`,
    ),
    '0054-canary-reports': statements(`alter table release_audit add column report text`),
    '0058-team-webhooks': statements(
      `create table team_webhooks (
        name text not null primary key, id text not null, url text not null, created_at bigint not null,
        made_by text not null
      )`,
    ),
    '0059-failures-by-time': statements(
      `create index events_failures_by_received_at on events (received_at) where name = 'ResourceFailed'`,
    ),
    // Rows of earlier versions get the network '', and so still link to one another.
    '0060-offer-networks': statements(`alter table offer_emails add column network text not null default ''`),
    '0061-client-secrets': statements(
      `update checkout_sessions set client_secret = '' where status <> 'open' and client_secret <> ''`,
    ),
    // The age of earlier rows, and of those that an earlier version stores during the update, is unknown: it begins now.
    '0062-intent-times': statements(
      `alter table checkout_intents add column created_at bigint not null default ${Date.now()}`,
    ),
    '0063-registering-tokens': statements(
      `alter table trusted_publishers add column made_by_tokens text`,
      `alter table team_webhooks add column made_by_tokens text`,
    ),
    // The upload cleanup fills in the rows of earlier builds.
    '0064-build-paths': statements(
      `create table build_paths (
        name text not null, version text not null, path text not null, primary key (name, version, path)
      )`,
    ),
    // SQLite sums these sizes from the indexes. Without them, it would go through the whole file. PostgreSQL reads no bodies.
    '0065-stored-sizes': statements(
      ...(engine === 'sqlite'
        ? [
            `create index files_by_size on files ((length(body) + length(body_br)))`,
            `create index builds_by_size on builds ((octet_length(manifest)))`,
          ]
        : []),
    ),
    // Retention finds the rows that it removes by these indexes. The links of earlier versions are looked at once, and then daily.
    '0066-expired-rows': statements(
      `create index consents_by_received_at on consents (received_at)`,
      `create index offers_by_deadline_at on offers (deadline_at)`,
      `alter table offer_emails add column linked_at bigint not null default 0`,
      `create index offer_emails_by_linked_at on offer_emails (linked_at)`,
      `create index checkout_intents_by_created_at on checkout_intents (created_at)`,
      `create index checkout_sessions_unpaid_by_expires_at on checkout_sessions (status, expires_at)
        where status = 'expired' and (email <> '' or quiz_state is not null or ad_trace is not null)`,
      `create index subscriptions_by_checkout_session_id on subscriptions (checkout_session_id)`,
      `update subscriptions set announced = null where announced is not null and checkout_session_id in (
        select id from checkout_sessions where status = 'expired' and email = ''
      )`,
    ),
    '0067-deprecation-changes': statements(
      `alter table channels add column deprecation_changes bigint not null default 0`,
    ),
    '0068-ad-contexts-of-buyers': statements(
      `create index checkout_sessions_paid_with_ad_trace on checkout_sessions (status)
        where status = 'paid' and ad_trace is not null`,
    ),
    '0069-rejecting-destinations': statements(
      `alter table breakers add column rejecting_since bigint`,
      `alter table breakers add column rejection text`,
    ),
    '0070-newest-leads': statements(
      // First, because it needs the strongest lock: a migration that asked for it after a weaker one would block leads that have
      // begun, and wait for them.
      `drop index leads_by_visit_id`,
      `create index leads_by_visit_id_received_at on leads (visit_id, received_at)`,
      `create index checkout_leads_by_visit_id on leads (visit_id) where step = 'Checkout'`,
    ),
  };
}
