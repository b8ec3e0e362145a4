import { randomInt } from 'node:crypto';

import type Stripe from 'stripe';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** `newId('sub')` is `sub_` and 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/*
 * The supported fields of Stripe's objects, with the library's types. References are stored as ids; only responses contain
 * expanded objects.
 */
type Unexpanded<Value> = string extends Value ? Exclude<Value, object> | Extract<Value, string> : Value;
type Part<Whole, Field extends keyof Whole> = { [Name in Field]: Unexpanded<Whole[Name]> };
type Base = 'id' | 'object' | 'created' | 'livemode';
type Owned = Base | 'metadata';

export type Product = Part<Stripe.Product, Owned | 'active' | 'description' | 'name'>;

export type Price = Part<
  Stripe.Price,
  | Owned
  | ('active' | 'billing_scheme' | 'currency' | 'lookup_key' | 'nickname' | 'product' | 'tax_behavior')
  | 'type'
> & {
  unit_amount: number;
  recurring: Stripe.Price.Recurring;
  currency_options: Record<string, { unit_amount: number }>;
};

export type Coupon = Part<
  Stripe.Coupon,
  Owned | 'currency' | 'duration' | 'name' | 'percent_off' | 'times_redeemed' | 'valid'
> & { amount_off: number; currency_options: Record<string, { amount_off: number }> };

export type Customer = Part<Stripe.Customer, Owned | 'default_source' | 'email' | 'name' | 'test_clock'>;

export type TestClock = Part<
  Stripe.TestHelpers.TestClock,
  Base | 'deletes_after' | 'frozen_time' | 'name' | 'status' | 'status_details'
>;

type LineItem = Part<
  Stripe.LineItem,
  | 'id'
  | 'object'
  | 'amount_discount'
  | 'amount_subtotal'
  | 'amount_tax'
  | 'amount_total'
  | 'currency'
  | 'description'
> & { price: Price; quantity: number };

export type Session = Part<
  Stripe.Checkout.Session,
  | Base
  | ('client_reference_id' | 'client_secret' | 'currency' | 'customer' | 'customer_email' | 'expires_at')
  | ('invoice' | 'locale' | 'mode' | 'payment_method_types' | 'payment_status' | 'redirect_on_completion')
  | ('return_url' | 'status' | 'subscription' | 'total_details' | 'ui_mode' | 'url')
> & {
  amount_subtotal: number;
  amount_total: number;
  automatic_tax: Stripe.Checkout.Session.AutomaticTax;
  custom_text: Stripe.Checkout.Session.CustomText;
  metadata: Stripe.Metadata;
  customer_details: Stripe.Checkout.Session.CustomerDetails | null;
  discounts: { coupon: string; promotion_code: null }[];
  line_items: Stripe.ApiList<LineItem>;
};

type SubscriptionItem = Part<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_end' | 'current_period_start' | 'metadata' | 'subscription'
> & { price: Price; quantity: number };

export type Subscription = Part<
  Stripe.Subscription,
  | Owned
  | ('billing_cycle_anchor' | 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'collection_method')
  | ('currency' | 'customer' | 'description' | 'ended_at' | 'latest_invoice' | 'start_date' | 'status')
> & {
  automatic_tax: Stripe.Subscription.AutomaticTax;
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string };
};

type InvoiceLine = Part<
  Stripe.InvoiceLineItem,
  'id' | 'object' | 'amount' | 'currency' | 'description' | 'invoice' | 'livemode' | 'period' | 'quantity'
>;

export type Invoice = Part<
  Stripe.Invoice,
  | Owned
  | ('amount_due' | 'amount_paid' | 'amount_remaining' | 'attempt_count' | 'attempted' | 'billing_reason')
  | ('collection_method' | 'currency' | 'customer_email' | 'number' | 'status' | 'status_transitions')
  | ('auto_advance' | 'next_payment_attempt' | 'period_end' | 'period_start' | 'subtotal' | 'total')
  | ('total_excluding_tax' | 'total_taxes')
> & {
  automatic_tax: Stripe.Invoice.AutomaticTax;
  customer: string;
  discounts: string[];
  total_discount_amounts: { amount: number; discount: string }[];
  lines: Stripe.ApiList<InvoiceLine>;
  parent: Pick<Stripe.Invoice.Parent, 'quote_details' | 'type'> & {
    subscription_details: { metadata: Stripe.Metadata; subscription: string };
  };
};

export type InvoicePayment = Part<
  Stripe.InvoicePayment,
  Base | 'amount_paid' | 'amount_requested' | 'currency' | 'is_default' | 'status' | 'status_transitions'
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };

export type PaymentIntent = Part<
  Stripe.PaymentIntent,
  Owned | 'amount' | 'amount_received' | 'currency' | 'customer' | 'latest_charge' | 'status'
>;

export type Charge = Part<
  Stripe.Charge,
  | Owned
  | ('amount' | 'amount_captured' | 'amount_refunded' | 'captured' | 'currency' | 'customer' | 'disputed')
  | ('failure_code' | 'failure_message' | 'paid' | 'payment_intent' | 'refunded' | 'status')
>;

export type Refund = Part<
  Stripe.Refund,
  | Exclude<Owned, 'livemode'>
  | ('amount' | 'balance_transaction' | 'charge' | 'currency' | 'payment_intent' | 'reason')
  | ('failure_reason' | 'receipt_number' | 'status')
>;

export type Dispute = Part<
  Stripe.Dispute,
  | Owned
  | ('amount' | 'balance_transactions' | 'charge' | 'currency' | 'evidence_details')
  | ('is_charge_refundable' | 'payment_intent' | 'reason' | 'status')
>;

export type EarlyFraudWarning = Part<
  Stripe.Radar.EarlyFraudWarning,
  Base | 'actionable' | 'charge' | 'fraud_type' | 'payment_intent'
>;

export type Event = Part<Stripe.EventBase, Base | 'api_version' | 'pending_webhooks' | 'request'> & {
  type: Stripe.Event['type'];
  data: { object: object; previous_attributes?: object };
};
