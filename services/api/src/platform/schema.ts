import type { ReleaseTables } from '@funnel/releases/platform/schema';
import type { SettingsTables } from '@funnel/service-kit/database/database';
import type * as kit from '@funnel/service-kit/jobs/outbox-tables';

/**
 * The tables of both engines. Times are milliseconds, money is minor units, JSON and ids are text, and booleans are 0
 * or 1, so that one query serves SQLite and PostgreSQL.
 */
export interface Schema extends SettingsTables, kit.OutboxTables, ReleaseTables {
  leads: LeadRow;
  consents: ConsentRow;
  events: EventRow;
  outbox: OutboxRow;
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

/** A delivery, with the visit and set that caused it. */
export interface OutboxRow extends kit.OutboxRow {
  visit_id: string | null;
  set_id: string | null;
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
