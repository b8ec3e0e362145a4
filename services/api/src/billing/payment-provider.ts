import type { PlanPrice } from '@funnel/contracts/plans';

/** The provider's checkout session, reduced to the fields that are used. */
export interface ProviderSession {
  readonly id: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly clientSecret: string | null;
  readonly amountMinor: number | null;
  /** ISO code in upper case. */
  readonly currency: string | null;
  readonly subscriptionId: string | null;
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
  /** The provider's status of the newest invoice: `paid`, `open`, … */
  readonly lastInvoiceStatus: string | null;
  /** The visit that bought it, or null if it was not sold here. */
  readonly visitId: string | null;
}

/** Refunds and disputes of all charges of a customer. */
export interface ProviderCharges {
  readonly customerId: string;
  readonly wasRefunded: boolean;
  readonly wasDisputed: boolean;
}

export interface NewProviderSession {
  readonly price: PlanPrice;
  readonly email: string;
  /** The URL to which the form redirects after payment. The provider replaces `{CHECKOUT_SESSION_ID}`. */
  readonly returnUrl: string;
  /** Stored with the session and with the subscription. No personal data. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Identifies the attempt. A repeat of the same attempt and terms returns the same session. */
  readonly attempt: string;
}

/** A webhook event with a valid signature. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** The object to fetch: the event's object, or the charge of a refund or dispute. Empty if the object has no id. */
  readonly objectId: string;
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
  /** Makes sure that the catalog exists at the provider. Cheap after the first time. */
  prepareCatalog(): Promise<void>;
  createSession(session: NewProviderSession): Promise<ProviderSession>;
  /** A session that the provider does not know is returned as expired, because it cannot be paid. */
  readSession(id: string, limits?: ReadLimits): Promise<ProviderSession>;
  /** Expires an open session. A session that is no longer open is returned unchanged. */
  expireSession(id: string): Promise<ProviderSession>;
  readSubscription(id: string, limits?: ReadLimits): Promise<ProviderSubscription>;
  /** The subscription that an invoice bills, or null. */
  subscriptionOfInvoice(id: string): Promise<string | null>;
  /** Null if a charge has no customer, because it was not created here. */
  customerOfCharge(id: string): Promise<string | null>;
  /** Every checkout creates its own customer, so the customer's charges belong to one subscription. */
  readCharges(customerId: string): Promise<ProviderCharges>;
  /** Verifies a webhook event's signature and age. Problem: `bad-signature`. */
  parseWebhookEvent(body: Buffer, signature: string): WebhookEvent;
}
