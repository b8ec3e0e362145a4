import { recordEvent } from '../events/record-event.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find, noSuch } from '../protocol/stripe-error.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, type Price, type Subscription } from '../state/objects.ts';
import { commonFields } from './catalog.ts';
import { createInvoice, finalizeInvoice } from './invoices.ts';
import { chargeInvoice } from './payments.ts';
import { periodEnd } from './period.ts';
import { automaticTax } from './tax.ts';

type Terms = Pick<Subscription, 'customer' | 'description' | 'metadata'>;

/** How a subscription starts. The account's payment method decides on the status while its payment is in progress. */
export interface Start {
  readonly outcome: 'succeeded' | 'pending';
  readonly status: 'active' | 'incomplete';
}

/** What is sold, less a discount on the first invoice. */
interface SoldItem {
  readonly price: Price;
  readonly quantity: number;
  readonly currency: string;
  readonly amount_discount: number;
  readonly isTaxed: boolean;
}

/** Starts a subscription with one invoice, paid or with its payment in progress. */
export function startSubscription(
  sandbox: Sandbox,
  line: SoldItem,
  terms: Terms,
  { outcome, status }: Start,
): Subscription {
  const { created, livemode } = commonFields(sandbox);
  const { enabled, liability } = automaticTax(line.isTaxed);
  const id = newId('sub');
  const subscription: Subscription = {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled, liability },
    billing_cycle_anchor: created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created,
    currency: line.currency,
    ...terms,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created,
          current_period_end: periodEnd(created, line.price.recurring),
          current_period_start: created,
          metadata: {},
          price: line.price,
          quantity: line.quantity,
          subscription: id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode,
    start_date: created,
    status,
  };
  sandbox.state.subscriptions.set(id, subscription);
  const first = { billing_reason: 'subscription_create', discountMinor: line.amount_discount } as const;
  const invoice = finalizeInvoice(sandbox, createInvoice(sandbox, subscription, first));
  recordEvent(sandbox, 'customer.subscription.created', subscription);
  chargeInvoice(sandbox, invoice, outcome);
  return subscription;
}

/** Changes fields and reports their previous values. Fields that stay the same are not reported. */
export function updateSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  changes: Partial<Subscription>,
): void {
  const before = Object.entries(subscription);
  Object.assign(subscription, changes);
  const previous = before.filter(([field, value]) => Reflect.get(subscription, field) !== value);
  if (previous.length > 0)
    recordEvent(sandbox, 'customer.subscription.updated', subscription, Object.fromEntries(previous));
}

/** `endedAt` in seconds. */
export function endSubscription(sandbox: Sandbox, subscription: Subscription, endedAt: number): void {
  subscription.status = 'canceled';
  subscription.canceled_at ??= endedAt;
  subscription.ended_at = endedAt;
  recordEvent(sandbox, 'customer.subscription.deleted', subscription);
}

/** The subscription ends with its current period instead of renewing. */
export function cancelAtPeriodEnd(sandbox: Sandbox, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) return;
  updateSubscription(sandbox, subscription, {
    cancel_at_period_end: true,
    cancel_at: subscription.items.data[0].current_period_end,
    canceled_at: nowSeconds(sandbox),
  });
}

export function cancelSubscription({ sandbox, id }: Call<unknown>): Subscription {
  const subscription = find(sandbox.state.subscriptions, 'subscription', id);
  if (subscription.status === 'canceled') throw noSuch('subscription', id);
  endSubscription(sandbox, subscription, nowSeconds(sandbox));
  return subscription;
}

/** Stripe pauses a subscription whose trial ends without a payment method. https://docs.stripe.com/billing/subscriptions/trials */
export function pauseSubscription(sandbox: Sandbox, subscription: Subscription): boolean {
  if (subscription.status !== 'active') return false;
  subscription.status = 'paused';
  recordEvent(sandbox, 'customer.subscription.paused', subscription);
  return true;
}

export function resumeSubscription(sandbox: Sandbox, subscription: Subscription): boolean {
  if (subscription.status !== 'paused') return false;
  subscription.status = 'active';
  recordEvent(sandbox, 'customer.subscription.resumed', subscription);
  return true;
}
