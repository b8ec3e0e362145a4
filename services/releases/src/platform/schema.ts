import type { ReleaseAudit } from '@funnel/contracts/release-management';
import type { OutboxTables } from '@funnel/service-kit/jobs/outbox-tables';
import type { ColumnType } from 'kysely';

/**
 * The tables of the release platform. The schema of the service that mounts it extends them, and its migrations create
 * them.
 */
export interface ReleaseTables {
  files: { integrity: string; type: string; body: Uint8Array; body_br: Uint8Array };
  builds: BuildRow;
  version_audit: VersionAuditRow;
  trusted_publishers: TrustedPublisherRow;
  /** The files that a build lists, so that they can be found without reading manifests. */
  build_files: { name: string; version: string; integrity: string };
  /** The paths of a build's files, so that a request for an unknown one reads no manifest. */
  build_paths: { name: string; version: string; path: string };
  /** Files that do not belong to a build yet. `uploaded_at` is the time when a publisher last sent or named them. */
  pending_uploads: { integrity: string; bytes: number; uploaded_at: number; owner: string };
  release_sets: ReleaseSetRow;
  release_set_members: { set_id: string; name: string; version: string };
  channels: ChannelRow;
  operator_tokens: OperatorTokenRow;
  operator_sessions: OperatorSessionRow;
  release_audit: ReleaseAuditRow;
  team_webhooks: TeamWebhookRow;
}

/** The columns of the service's own tables that analytics read. */
interface MeasuredTables {
  events: MeasuredEventRow;
  leads: { visit_id: string; received_at: number; set_id: string | null };
  checkout_sessions: {
    id: string;
    visit_id: string;
    status: string;
    amount_minor: number;
    currency: string;
    paid_at: number | null;
    set_id: string | null;
  };
}

/** A row of `events` without its id, which analytics do not read. */
export interface MeasuredEventRow {
  visit_id: string;
  name: string;
  /** The event as JSON. */
  payload: string;
  received_at: number;
  set_id: string | null;
  path: string | null;
  /** The remote on screen and its version. */
  remote: string | null;
  version: string | null;
  /** The value of a `WebVital` in milliseconds. */
  measure: number | null;
  /**
   * The wide network of the reporting browser: a /16 of IPv4 or a /32 of IPv6, never the full IP. Tens of thousands of IPs
   * share one, so it identifies no person, and it stays after an erasure. Null for events that the service recorded
   * itself.
   */
  network: string | null;
}

/** With the outbox of the service that mounts the platform. */
export interface Schema extends ReleaseTables, MeasuredTables, OutboxTables {}

interface BuildRow {
  name: string;
  version: string;
  digest: string;
  manifest: string;
  published_at: number;
  /** Why the version should not be promoted. */
  deprecation: ColumnType<string | null, string | null | undefined>;
}

interface VersionAuditRow {
  id: string;
  at: number;
  actor: string;
  action: ReleaseAudit['versions'][number]['action'];
  name: string;
  version: string;
  note: string;
  /** The run of the workflow that did it, as JSON. Null if it was an operator. */
  source: string | null;
}

/** A workflow whose identity tokens may publish one app. */
interface TrustedPublisherRow {
  id: string;
  app: string;
  issuer: string;
  repository_id: string;
  workflow: string;
  environment: string;
  created_at: number;
  made_by: string;
  /** The ids of the token that added it, and of the chain of its creators. Null in rows that are older than this column. */
  made_by_tokens: string | null;
}

interface ReleaseSetRow {
  id: string;
  number: number;
  members: string;
  created_at: number;
  withdrawn_at: number | null;
  certification: string | null;
}

interface ChannelRow {
  name: string;
  set_id: string;
  moved_at: number;
  canary_set: string | null;
  canary_percent: number | null;
  canary_started_at: number | null;
  /** The stages of the canary as JSON, or null if it has none. */
  canary_plan: string | null;
  /** Increases whenever a version is deprecated, or no longer is. */
  deprecation_changes: ColumnType<number, number | undefined>;
}

interface OperatorTokenRow {
  id: string;
  name: string;
  /** The name of its preset. */
  role: string;
  token_sha256: string;
  created_at: number;
  expires_at: number;
  /** The token that created it, and without which it is invalid. Null in rows that are older than this column. */
  made_by: string | null;
  last_used_at: number | null;
}

/** The session of an operator in one browser, from sign-in to sign-out. */
interface OperatorSessionRow {
  id_sha256: string;
  token_id: string;
  created_at: number;
  expires_at: number;
}

interface ReleaseAuditRow {
  id: string;
  at: number;
  actor: string;
  action: ReleaseAudit['deployments'][number]['action'];
  percent: number | null;
  channel: string;
  from_set: string | null;
  to_set: string;
  note: string;
  /** The report of the canary that it ended, as JSON. */
  report: ColumnType<string | null, string | null | undefined>;
}

/** Where the team of one app is notified about it. */
interface TeamWebhookRow {
  name: string;
  /** Random. The secret is derived from it, so that a new registration has a new secret. */
  id: string;
  url: string;
  created_at: number;
  made_by: string;
  /** The `id` of the registration, then as in `trusted_publishers`. */
  made_by_tokens: string | null;
}
