import type { Alert } from '@funnel/contracts/alerts';
import type { MeasuredEventRow, ReleaseTables } from '@funnel/releases/platform/schema';
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
  checkout_intents: { visit_id: string; intent: string; created_at: number };
  offers: OfferRow;
  /** What the content security policy has blocked, by directive and origin. */
  csp_violations: { directive: string; blocked: string; count: number; last_at: number };
  /** The visits that submitted an email, so that their offers share one deadline if they came from the same IP. */
  offer_emails: OfferEmailRow;
  payments: PaymentRow;
  exposures: ExposureRow;
  experiment_decisions: ExperimentDecisionRow;
  report_facts: ReportFactRow;
  report_breakdown: ReportBreakdownRow;
  report_step_times: ReportStepTimeRow;
  visits: VisitRow;
  alerts: AlertRow;
  subscriptions: SubscriptionRow;
  activation_tokens: ActivationTokenRow;
  /** Emails that get no more emails about a plan. */
  unsubscribed_emails: { email_sha256: string; at: number };
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

interface OfferEmailRow {
  email_sha256: string;
  visit_id: string;
  /** A keyed hash of the network that submitted it: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  /** Retention looks at the link when this is `RETENTION_DAYS` ago. */
  linked_at: number;
}

export interface EventRow extends MeasuredEventRow {
  id: string;
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
  /** The renewal that an `invoice.upcoming` announces, as JSON. Its invoice does not exist yet and cannot be fetched. */
  renewal: string | null;
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
  /** The sentence of agreement above the payment form, in the language of the page. Null in sessions of earlier versions. */
  agreement: string | null;
  /** When a page with this build, language and agreement requested the session. */
  agreement_shown_at: number | null;
  /** The ad context of the buyer's browser as JSON, until it was paid, or null. */
  ad_trace: string | null;
  /** The language of the page on which the buyer ordered. */
  locale: string;
  /** The part of the amount that is tax. Set when it was paid, if the provider calculated it. */
  tax_minor: number | null;
  /** The buyer's answers as JSON, as last sent by the page, or null. */
  quiz_state: string | null;
  /** The arms that the buyer has seen, by experiment, as JSON. Null if there are none. */
  arms: string | null;
}

/** The first time that a visit saw an arm of an experiment. */
export interface ExposureRow {
  experiment: string;
  visit_id: string;
  arm: string;
  at: number;
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
  was_refunded: number;
  was_disputed: number;
  /** The state of its disputes, or null if there is none. */
  dispute: 'open' | 'won' | 'lost' | null;
  /** 1 if a card issuer warned of fraud. Never reset to 0. */
  has_fraud_warning: number;
  /** When the state of its charges was fetched from the provider. */
  charges_updated_at: number;
  /** The last state that the external app was notified of, and the number of notifications. */
  announced: string | null;
  version: number;
  /**
   * When its state is next fetched from the provider, unless a webhook event arrives first. Null once the subscription
   * is long over.
   */
  check_at: number | null;
}

/**
 * Money that a subscription has moved: a paid invoice, or a refund or dispute of one. A refund that failed and a dispute that
 * moves no money have no row.
 */
export interface PaymentRow {
  /** The id of the provider's invoice, refund or dispute. */
  id: string;
  /** `first` is the first payment of the subscription, `renewal` each later one. */
  kind: 'first' | 'renewal' | 'refund' | 'dispute';
  subscription_id: string;
  /** Minor units, never negative. */
  amount_minor: number;
  /** ISO code in upper case. */
  currency: string;
  /** When the provider received the payment, or created the refund or dispute. */
  at: number;
}

/** Where a visit came from, as of its first page view. Bots and previews have no row. */
export interface VisitRow {
  visit_id: string;
  /** Of a buyer, not the time of the first visit: the row is kept, and looked at again when this is `RETENTION_DAYS` ago. */
  first_at: number;
  /** The ad platform or site: `facebook`, `news.example.com`, or `direct`. */
  source: string;
  /** The campaign that the link named, or an empty string. */
  campaign: string;
  device: 'phone' | 'tablet' | 'desktop';
  /** The language of the page. */
  locale: string;
}

/** How many visitors stayed on a step for how long, before they saw another for the first time. */
export interface ReportStepTimeRow {
  /** The day on which they first saw the step, as in `report_facts`. */
  day: number;
  set_id: string;
  step: string;
  /** Empty in the counts of all visitors. */
  dimension: ReportBreakdownRow['dimension'] | '';
  value: string;
  /** The start of a range of seconds (`step-times.ts`). */
  seconds: number;
  count: number;
}

/** A count of `report_facts`, divided by one dimension of the visits. */
interface ReportBreakdownRow extends ReportFactRow {
  dimension: 'source' | 'campaign' | 'device' | 'locale';
  /** Empty for visits without a first touch. `other` after the first 200 values of a day. */
  value: string;
}

/** One count of the reports. Previews, and thus smoke tests, are left out. It names no visit, and outlives the events. */
export interface ReportFactRow {
  /** The date in the owner's time zone, as its midnight in UTC, in milliseconds. */
  day: number;
  /** `visitors` and `steps` count a visit once, on its first day and on the first day on which it saw that step. */
  kind: 'visitors' | 'steps' | 'leads' | 'purchases';
  /** The path of a step, or `other`. Empty in the other kinds. */
  step: string;
  set_id: string;
  /** Empty except in purchases. */
  currency: string;
  count: number;
  /** First payments, in minor units. Later ones are in `payments`. */
  amount_minor: number;
}

/** What an operator decided about an experiment, and why. */
export interface ExperimentDecisionRow {
  id: string;
  experiment: string;
  arm: string;
  why: string;
  actor: string;
  at: number;
}

/** Something that operators had to know, from its beginning to its end. */
export interface AlertRow {
  id: string;
  kind: Alert['kind'];
  subject: string;
  summary: string;
  began_at: number;
  /** Null while it lasts. At most one of a kind and subject does. */
  ended_at: number | null;
}

/** The token in the link "Activate Your Account Now". Only its hash is stored. */
export interface ActivationTokenRow {
  token_sha256: string;
  subscription_id: string;
  expires_at: number;
}
