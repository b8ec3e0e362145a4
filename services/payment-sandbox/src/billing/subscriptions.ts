import type { Call } from '../protocol/endpoint.ts';
import { found, noSuch } from '../protocol/stripe-error.ts';
import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { Session, Subscription } from '../state/objects.ts';
import { base } from './catalog.ts';
import { chargeInvoice, issueInvoice, type PaymentOutcome } from './invoices.ts';
import { periodEnd } from './period.ts';

const invoiceEvent = { succeeded: 'invoice.paid', failed: 'invoice.payment_failed' } as const;

type Terms = Pick<Subscription, 'customer' | 'description' | 'metadata'>;

/** Starts an active subscription with one invoice for the session's total, paid or with its payment in progress. */
export function startSubscription(
  sandbox: Sandbox,
  { currency, line_items }: Session,
  terms: Terms,
  outcome: Exclude<PaymentOutcome, 'failed'>,
): Subscription {
  const [line] = line_items.data;
  if (!line) throw new Error('A session has a line item.');
  const { created, livemode } = base(sandbox);
  const id = newId('sub');
  const subscription: Subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created,
    currency: currency ?? line.currency,
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
    status: 'active',
  };
  sandbox.state.subscriptions.set(id, subscription);
  const invoice = issueInvoice(sandbox, subscription, {
    billing_reason: 'subscription_create',
    discountMinor: line.amount_discount,
  });
  chargeInvoice(sandbox, invoice, outcome);
  recordEvent(sandbox, 'customer.subscription.created', subscription);
  if (outcome === 'succeeded') recordEvent(sandbox, 'invoice.paid', invoice);
  return subscription;
}

/** `endedAt` in seconds. */
export function endSubscription(sandbox: Sandbox, subscription: Subscription, endedAt: number): void {
  subscription.status = 'canceled';
  subscription.canceled_at ??= endedAt;
  subscription.ended_at = endedAt;
  recordEvent(sandbox, 'customer.subscription.deleted', subscription);
}

/** Advances a subscription by one period: ends it if it was canceled, else charges the full price, which may fail. */
export function renewSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  outcome: Exclude<PaymentOutcome, 'pending'>,
): void {
  const [item] = subscription.items.data;
  if (subscription.cancel_at_period_end) {
    endSubscription(sandbox, subscription, item.current_period_end);
    return;
  }
  const { status, latest_invoice } = subscription;
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(item.current_period_start, item.price.recurring);
  subscription.status = outcome === 'succeeded' ? 'active' : 'past_due';
  const terms = { billing_reason: 'subscription_cycle', discountMinor: 0 } as const;
  const invoice = issueInvoice(sandbox, subscription, terms);
  chargeInvoice(sandbox, invoice, outcome);
  recordEvent(sandbox, 'customer.subscription.updated', subscription, { status, latest_invoice });
  recordEvent(sandbox, invoiceEvent[outcome], invoice);
}

/** The subscription ends with its current period instead of renewing. */
export function cancelAtPeriodEnd(sandbox: Sandbox, subscription: Subscription): void {
  const { cancel_at_period_end, cancel_at, canceled_at } = subscription;
  if (cancel_at_period_end) return;
  subscription.cancel_at_period_end = true;
  subscription.cancel_at = subscription.items.data[0].current_period_end;
  subscription.canceled_at = nowSeconds(sandbox);
  const previous = { cancel_at_period_end, cancel_at, canceled_at };
  recordEvent(sandbox, 'customer.subscription.updated', subscription, previous);
}

export function cancelSubscription({ sandbox, id }: Call<unknown>): Subscription {
  const subscription = found(sandbox.state.subscriptions.get(id), 'subscription', id);
  if (subscription.status === 'canceled') throw noSuch('subscription', id);
  endSubscription(sandbox, subscription, nowSeconds(sandbox));
  return subscription;
}
