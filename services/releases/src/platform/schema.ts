import type { ReleaseAudit } from '@funnel/contracts/release-management';

/**
 * The tables of the release platform. The schema of the service that mounts it extends them, and its migrations create
 * them.
 */
export interface ReleaseTables {
  files: { integrity: string; type: string; body: Uint8Array; body_br: Uint8Array };
  builds: { name: string; version: string; digest: string; manifest: string; published_at: number };
  /** The files that a build lists, so that they can be found without reading manifests. */
  build_files: { name: string; version: string; integrity: string };
  /** Files that do not belong to a build yet. `uploaded_at` is the time when a publisher last sent or named them. */
  pending_uploads: { integrity: string; bytes: number; uploaded_at: number; owner: string };
  release_sets: ReleaseSetRow;
  release_set_members: { set_id: string; name: string; version: string };
  channels: ChannelRow;
  operator_tokens: OperatorTokenRow;
  operator_sessions: OperatorSessionRow;
  release_audit: ReleaseAuditRow;
}

/** The columns of the service's own tables that analytics read. */
interface MeasuredTables {
  events: {
    visit_id: string;
    name: string;
    received_at: number;
    set_id: string | null;
    path: string | null;
    remote: string | null;
    version: string | null;
    measure: number | null;
    network: string | null;
  };
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

export interface Schema extends ReleaseTables, MeasuredTables {}

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
}
