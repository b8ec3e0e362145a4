import { recordEvent } from '../events/record-event.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/records.ts';
import { endSubscription } from './end-subscription.ts';
import { invoiceObject } from './invoice-object.ts';
import { issueInvoice } from './issue-invoice.ts';
import { periodEnd } from './period.ts';
import { priceOf } from './records-of.ts';
import { subscriptionObject } from './subscription-object.ts';

type RenewalPayment = 'succeeds' | 'fails';

/** Moves a subscription one period on: it ends if it was to end, else it is charged the full price, or is not. */
export function renewSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  payment: RenewalPayment,
): void {
  if (subscription.cancelAtPeriodEnd) {
    endSubscription(sandbox, subscription, subscription.periodEnd);
    return;
  }
  const before = { status: subscription.status, latest_invoice: subscription.latestInvoiceId };
  const price = priceOf(sandbox, subscription.priceId);
  const isPaid = payment === 'succeeds';
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = periodEnd(subscription.periodStart, price);
  subscription.status = isPaid ? 'active' : 'past_due';
  const invoice = issueInvoice(sandbox, subscription, {
    status: isPaid ? 'paid' : 'open',
    billingReason: 'subscription_cycle',
    subtotalMinor: subscription.quantity * (price.amounts[subscription.currency] ?? 0),
    discountMinor: 0,
  });
  recordEvent(sandbox, 'customer.subscription.updated', subscriptionObject(sandbox, subscription), before);
  recordEvent(sandbox, isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoiceObject(sandbox, invoice));
}
