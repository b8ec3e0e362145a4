import type { PlanPrice } from '@funnel/contracts/plans';

/** The provider's checkout session, as far as it matters here. */
export interface ProviderSession {
  readonly id: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly clientSecret: string | null;
  readonly amountMinor: number | null;
  /** ISO code in capitals. */
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
  /** End of the first period, where that was sold below the full price. */
  readonly promotionalPeriodEndMs: number | null;
  /** The provider's word for the newest bill: `paid`, `open`, … */
  readonly lastInvoiceStatus: string | null;
  /** The visit that bought it; null for what was not sold here. */
  readonly visitId: string | null;
}

/** What became of all that a customer has paid. */
export interface ProviderCharges {
  readonly customerId: string;
  readonly wasRefunded: boolean;
  readonly wasDisputed: boolean;
}

export interface NewProviderSession {
  readonly price: PlanPrice;
  readonly email: string;
  /** Where the form leads after paying; `{CHECKOUT_SESSION_ID}` is filled in by the provider. */
  readonly returnUrl: string;
  /** Kept with the session and with the subscription. No personal data. */
  readonly metadata: Readonly<Record<string, string>>;
  /** What tells this attempt from others; a repeat of the same attempt and terms gives the same session. */
  readonly attempt: string;
}

/** A message of the provider that carried a valid signature. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** The object to ask for: what it is about, or the charge that a refund or dispute is about; empty where that has no id. */
  readonly objectId: string;
}

export interface ReadLimits {
  /** Gives up after this time, and does not try again. */
  readonly timeoutMs?: number;
}

/** What the business needs of a payment provider. All but `readMessage` may throw what `failureOf` recognises. */
export interface PaymentProvider {
  /** Why a call to the provider failed, without anything that a customer typed; null for an error that is not its own. */
  failureOf(error: unknown): string | null;
  /** Whether a call failed because the provider takes the customer's e-mail address for none. */
  refusesEmail(error: unknown): boolean;
  /** Whether a call that failed may have had its effect all the same, or may yet have it. */
  isUncertain(error: unknown): boolean;
  /** Makes sure that everything on sale exists at the provider. Cheap after the first time. */
  prepareCatalog(): Promise<void>;
  createSession(session: NewProviderSession): Promise<ProviderSession>;
  /** One that the provider does not know counts as expired: nobody can pay it. */
  readSession(id: string, limits?: ReadLimits): Promise<ProviderSession>;
  /** Ends an open session. One that is open no more is returned as it is. */
  expireSession(id: string): Promise<ProviderSession>;
  readSubscription(id: string, limits?: ReadLimits): Promise<ProviderSubscription>;
  /** The subscription that an invoice bills, if it does. */
  subscriptionOfInvoice(id: string): Promise<string | null>;
  /** Null where a charge has no customer: it is none of ours. */
  customerOfCharge(id: string): Promise<string | null>;
  /** Every checkout makes a customer of its own, so what that one paid belongs to one subscription. */
  readCharges(customerId: string): Promise<ProviderCharges>;
  /** Checks a message's signature and age. Problem: `bad-signature`. */
  parseWebhookEvent(body: Buffer, signature: string): WebhookEvent;
}
