import type { ReleaseTables } from '@funnel/releases/platform/schema';
import type { SettingsTables } from '@funnel/service-kit/database/database';
import type * as kit from '@funnel/service-kit/jobs/outbox-tables';

/**
 * The tables, for both engines. Times are milliseconds, money is minor units, JSON and ids are text,
 * booleans are 0 or 1: one query then serves SQLite and PostgreSQL.
 */
export interface Schema extends SettingsTables, kit.OutboxTables, ReleaseTables {
  leads: LeadRow;
  consents: ConsentRow;
  events: EventRow;
  outbox: OutboxRow;
  inbox: InboxRow;
  checkout_sessions: CheckoutSessionRow;
  checkout_leases: { visit_id: string; owner: string; lease_until: number };
  /** What is being asked of the payment provider, until its answer is stored. */
  checkout_intents: { visit_id: string; intent: string };
  offers: OfferRow;
  /** The visits in which an email was given, so that their offers end together. */
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

/** A visitor's decision on ad platforms. `at`: by the visitor's clock, where it was the visitor who said when. */
export interface ConsentRow {
  visit_id: string;
  choice: 'granted' | 'denied' | 'withdrawn';
  at: number;
  text_version: number;
  received_at: number;
}

/** When the promotional price ends for a visit. */
interface OfferRow {
  visit_id: string;
  deadline_at: number;
  /** By the service's clock, whatever a page has reported. */
  started_at: number;
  /** 1 while only the document was served: the page that loads from it may still report the first view. */
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
  /** The remote on show, and its version. */
  remote: string | null;
  version: string | null;
  /** What a `WebVital` measured, in milliseconds. */
  measure: number | null;
  /**
   * The network that reported it: a /16 of IPv4 or a /32 of IPv6, never the address. Tens of thousands of addresses share
   * one, so it names nobody, and stays when a person's data is erased. Null for what the service recorded itself.
   */
  network: string | null;
}

/** A delivery, and what it came from. */
export interface OutboxRow extends kit.OutboxRow {
  visit_id: string | null;
  set_id: string | null;
}

/** A message of the payment provider, stored before it is answered. */
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
  /** When the provider is asked about it next, should no message of its come first. */
  check_at: number;
  set_id: string | null;
  /** The published build that holds the terms which the buyer could read: `mfe-legal@1.2.0 sha256-…`. */
  terms_build: string | null;
  /** What ad platforms may hear of the buyer's browser, as JSON; null for nothing. */
  ad_trace: string | null;
}

export interface SubscriptionRow {
  id: string;
  checkout_session_id: string | null;
  customer_id: string;
  status: string;
  current_period_end: number | null;
  cancel_at_period_end: number;
  /** When the provider was asked for this state. */
  updated_at: number;
  /** The provider's word for the newest bill: `paid`, `open`, … */
  last_invoice_status: string | null;
  promotional_period_end: number | null;
  /** Once true, true for good. */
  was_refunded: number;
  was_disputed: number;
  /** What the external app was last to hear, and how many times it was to hear something. */
  announced: string | null;
  version: number;
  /** When the provider is asked about it next, should no message of its come first; null for what is long over. */
  check_at: number | null;
}

/** What "Activate Your Account Now" carries; only its hash is kept. */
export interface ActivationTokenRow {
  token_sha256: string;
  subscription_id: string;
  expires_at: number;
}
