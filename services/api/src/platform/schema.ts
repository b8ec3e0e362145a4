import type { ReleaseAudit } from '@funnel/contracts/release-management';

/**
 * The tables of both engines. Times are milliseconds, money is minor units, JSON and ids are text, and booleans are 0
 * or 1, so that one query serves SQLite and PostgreSQL.
 */
export interface Schema {
  settings: { key: string; value: string };
  leads: LeadRow;
  consents: ConsentRow;
  events: EventRow;
  outbox: OutboxRow;
  breakers: BreakerRow;
  inbox: InboxRow;
  checkout_sessions: CheckoutSessionRow;
  checkout_leases: { visit_id: string; owner: string; lease_until: number };
  /** Requests to the payment provider that are in progress, until their response is stored. */
  checkout_intents: { visit_id: string; intent: string };
  offers: OfferRow;
  /** The visits that submitted an email, so that their offers share one deadline. */
  offer_emails: { email_sha256: string; visit_id: string };
  subscriptions: SubscriptionRow;
  activation_tokens: ActivationTokenRow;
  files: { integrity: string; type: string; body: Uint8Array; body_br: Uint8Array };
  builds: { name: string; version: string; digest: string; manifest: string; published_at: number };
  /** The files that a build lists, so that they can be found without parsing manifests. */
  build_files: { name: string; version: string; integrity: string };
  /** Files that belong to no build. `uploaded_at` is the last time a publisher sent or named them. */
  pending_uploads: { integrity: string; bytes: number; uploaded_at: number; owner: string };
  release_sets: ReleaseSetRow;
  release_set_members: { set_id: string; name: string; version: string };
  channels: ChannelRow;
  operator_tokens: OperatorTokenRow;
  operator_sessions: OperatorSessionRow;
  release_audit: ReleaseAuditRow;
}

export interface LeadRow {
  id: string;
  visit_id: string;
  email: string;
  step: string;
  special_goal: string;
  quiz_answers: string;
  answers_summary: string;
  /** As sent by the browser, ISO 8601. */
  timestamp: string;
  received_at: number;
  set_id: string | null;
}

/** A visitor's choice on ad platforms. `at` is the visitor's clock if the visitor's browser sent the choice. */
export interface ConsentRow {
  visit_id: string;
  choice: 'granted' | 'denied' | 'withdrawn';
  at: number;
  text_version: number;
  received_at: number;
}

/** The deadline of a visit's promotional price. */
interface OfferRow {
  visit_id: string;
  deadline_at: number;
  /** By the service's clock, independent of the time that a page reports. */
  started_at: number;
  /** 1 while only the document was served. The page that loads from it may still report the first view. */
  is_provisional: number;
}

export interface EventRow {
  id: string;
  visit_id: string;
  name: string;
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
   * The network of the reporting browser: a /16 of IPv4 or a /32 of IPv6, never the full IP. Tens of thousands of IPs
   * share one, so it identifies no person, and it stays after an erasure. Null for events that the service recorded
   * itself.
   */
  network: string | null;
}

/** One delivery to one destination. The receiver sees the same `id` on every attempt. */
export interface OutboxRow {
  id: string;
  destination: string;
  kind: string;
  payload: string;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  due_at: number;
  lease_owner: string | null;
  lease_until: number;
  last_error: string | null;
  created_at: number;
  /** The start of its retry schedule: when it was created, or requeued by an operator. */
  scheduled_from: number;
  /** Its position among the waiting deliveries of its visit to its destination. Low ranks are leased first. */
  fair_rank: number;
  visit_id: string | null;
  set_id: string | null;
}

/** A destination's circuit breaker: the failed batches in a row, and until when it is open. */
export interface BreakerRow {
  destination: string;
  failures: number;
  open_until: number;
}

/** A webhook event, stored before it is acknowledged. */
export interface InboxRow {
  event_id: string;
  type: string;
  object_id: string;
  state: 'waiting' | 'done' | 'dead';
  attempts: number;
  due_at: number;
  last_error: string | null;
  received_at: number;
}

export interface CheckoutSessionRow {
  id: string;
  visit_id: string;
  plan_id: string;
  email: string;
  amount_minor: number;
  currency: string;
  client_secret: string;
  status: 'open' | 'processing' | 'paid' | 'expired';
  subscription_id: string | null;
  renewal_notice: string;
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  /** When its state is next fetched from the provider, unless a webhook event arrives first. */
  check_at: number;
  set_id: string | null;
  /** The published build with the terms that the buyer could read: `mfe-legal@1.2.0 sha256-…`. */
  terms_build: string | null;
  /** The ad context of the buyer's browser as JSON, or null. */
  ad_trace: string | null;
}

export interface SubscriptionRow {
  id: string;
  checkout_session_id: string | null;
  customer_id: string;
  status: string;
  current_period_end: number | null;
  cancel_at_period_end: number;
  /** When this state was fetched from the provider. */
  updated_at: number;
  /** The provider's status of the newest invoice: `paid`, `open`, … */
  last_invoice_status: string | null;
  promotional_period_end: number | null;
  /** Never reset to 0. */
  was_refunded: number;
  was_disputed: number;
  /** The last state that the external app was notified of, and the number of notifications. */
  announced: string | null;
  version: number;
  /**
   * When its state is next fetched from the provider, unless a webhook event arrives first. Null once the subscription
   * is long over.
   */
  check_at: number | null;
}

/** The token in the link "Activate Your Account Now". Only its hash is stored. */
export interface ActivationTokenRow {
  token_sha256: string;
  subscription_id: string;
  expires_at: number;
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
}

interface OperatorTokenRow {
  id: string;
  name: string;
  /** The preset of permissions. */
  role: string;
  token_sha256: string;
  created_at: number;
  expires_at: number;
  /** The token that created it. It expires with its creator. Null in rows from before this was stored. */
  made_by: string | null;
  last_used_at: number | null;
}

/** One browser of one operator, from sign-in to sign-out. */
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
