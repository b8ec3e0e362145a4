import type { Locale } from '@funnel/contracts/content/locales';
import type { PlanPrice } from '@funnel/contracts/plans';

/** An invoice of a subscription, as far as it says whether a purchase is paid. */
export interface InvoiceState {
  /** The provider's status: `paid`, `open`, … */
  readonly status: string | null;
  /** The state of the payment of an invoice that can still be paid. Null if it is unknown, or was not read. */
  readonly payment: 'in-progress' | 'waits-for-buyer' | 'failed' | null;
}

/** The provider's checkout session, reduced to the fields that are used. */
export interface ProviderSession {
  readonly id: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly clientSecret: string | null;
  readonly amountMinor: number | null;
  /** ISO code in upper case. */
  readonly currency: string | null;
  /** The part of the amount that is tax, as far as it is calculated. */
  readonly taxMinor: number;
  readonly subscriptionId: string | null;
  /** The invoice of the first payment, with that payment. Null before the form is completed. */
  readonly invoice: InvoiceState | null;
  readonly expiresAtMs: number;
}

export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly currentPeriodEndMs: number | null;
  readonly endsWithPeriod: boolean;
  /** End of the first period, if it was sold below the full price. */
  readonly promotionalPeriodEndMs: number | null;
  /** The newest invoice, which may be a renewal. Its payment is read only while the subscription is incomplete or canceled. */
  readonly lastInvoice: InvoiceState | null;
  /** The visit that bought it, or null if it was not sold here. */
  readonly visitId: string | null;
}

/** A paid invoice of a subscription, or money that went back: a refund, or a dispute that is open or lost. */
export interface ProviderPayment {
  /** The id of the invoice, refund or dispute. */
  readonly id: string;
  /** `first` is the invoice that started the subscription, `renewal` each later one. */
  readonly kind: 'first' | 'renewal' | 'refund' | 'dispute';
  readonly subscriptionId: string;
  readonly amountMinor: number;
  /** ISO code in upper case. */
  readonly currency: string;
  /** When the invoice was paid, or the refund or dispute was created. */
  readonly atMs: number;
}

/** Refunds and disputes of the charges of a subscription. */
export interface ChargeFlags {
  /** A refund that failed does not count. */
  readonly wasRefunded: boolean;
  /** Null without a dispute. Of several, one that was lost counts first, and then one that is open. */
  readonly dispute: 'open' | 'won' | 'lost' | null;
  /** The money that went back: refunds that did not fail, and disputes that are open or lost. */
  readonly returned: readonly ProviderPayment[];
}

/** The charges of a customer. */
export interface ProviderCharges {
  readonly customerId: string;
  /** By subscription. One without a refund or dispute may be missing. */
  readonly flags: ReadonlyMap<string, ChargeFlags>;
}

interface ProviderInvoice {
  /** The subscription that it bills, or null. */
  readonly subscriptionId: string | null;
  /** Why it could not be finalized, and thus charged. */
  readonly finalizationError: string | null;
  /** Null while it is not paid. */
  readonly payment: ProviderPayment | null;
}

export interface NewProviderSession {
  /** The language of the payment form. */
  readonly locale: Locale;
  readonly price: PlanPrice;
  readonly email: string;
  /** The customer of an earlier purchase that the buyer proved, or null. One that was deleted is replaced. */
  readonly customerId: string | null;
  /** The URL to which the form redirects after payment. The provider replaces `{CHECKOUT_SESSION_ID}`. */
  readonly returnUrl: string;
  /** Stored with the session and with the subscription. No personal data. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The text beside the form's button, or null. Plain text of at most 1200 characters. */
  readonly agreement: string | null;
  /** Identifies the attempt. A repeat of the same attempt and terms returns the same session. */
  readonly attempt: string;
}

/** A webhook event with a valid signature. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /**
   * The object to fetch: the event's object, the charge of a refund, dispute or warning, or the subscription of a
   * renewal. Empty if it has no id, or if a refund has no charge.
   */
  readonly objectId: string;
  /** Only in an announcement of a renewal. */
  readonly renewal?: Renewal;
  /** Only in an event of the test mode, if the service has a live key. */
  readonly isForTests?: true;
}

/** A charge in the future. */
export interface Renewal {
  readonly atMs: number;
  readonly amountMinor: number;
  /** ISO code in upper case. */
  readonly currency: string;
}

export interface ReadLimits {
  /** The request fails after this time and is not retried. */
  readonly timeoutMs?: number;
}

/**
 * The payment provider as the business needs it. All methods except `parseWebhookEvent` may throw errors that
 * `failureOf` recognizes.
 */
export interface PaymentProvider {
  /** The reason why a call to the provider failed, without anything that a customer typed. Null for other errors. */
  failureOf(error: unknown): string | null;
  /** Whether a call failed because the provider rejects the customer's email as invalid. */
  isEmailRejected(error: unknown): boolean;
  /** Whether a failed call may have had its effect, or may have it later. */
  isUncertain(error: unknown): boolean;
  /**
   * Makes sure that the catalog exists at the provider. Returns what cannot be sold until an operator repairs it. Cheap
   * after the first time.
   */
  prepareCatalog(): Promise<readonly string[]>;
  /** Throws if nothing can be sold at this price now. */
  requirePrice(price: PlanPrice): Promise<void>;
  createSession(session: NewProviderSession): Promise<ProviderSession>;
  /** A session that the provider does not know is returned as expired, because it cannot be paid. */
  readSession(id: string, limits?: ReadLimits): Promise<ProviderSession>;
  /** Expires an open session. A session that is no longer open is returned unchanged. */
  expireSession(id: string): Promise<ProviderSession>;
  readSubscription(id: string, limits?: ReadLimits): Promise<ProviderSubscription>;
  /** Cancels a subscription at once, unless it has ended, and voids its unpaid invoices, except those whose payment is in progress. */
  cancelSubscription(id: string, limits?: ReadLimits): Promise<ProviderSubscription>;
  readInvoice(id: string): Promise<ProviderInvoice>;
  /** The paid invoices of a subscription. */
  readPaidInvoices(subscriptionId: string): Promise<readonly ProviderPayment[]>;
  /** All paid invoices, refunds and disputes of the subscriptions that were sold here. */
  readAllPayments(): Promise<readonly ProviderPayment[]>;
  /** Null if a charge has no customer, because it was not created here. */
  customerOfCharge(id: string): Promise<string | null>;
  /** The subscription that a charge paid for, or null. */
  subscriptionOfCharge(id: string): Promise<string | null>;
  readCharges(customerId: string): Promise<ProviderCharges>;
  /** Verifies a webhook event's signature and age. Problem: `bad-signature`. */
  parseWebhookEvent(body: Buffer, signature: string): WebhookEvent;
}
