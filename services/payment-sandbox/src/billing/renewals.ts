import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import type { Subscription } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';
import { closeInvoice, createInvoice, draftInvoice, finalizeInvoice } from './invoices.ts';
import { chargeInvoice, type PaymentOutcome } from './payments.ts';
import { periodEnd } from './period.ts';
import { endSubscription, updateSubscription } from './subscriptions.ts';

const cycle = { billing_reason: 'subscription_cycle', discountMinor: 0 } as const;

function startPeriod({ items }: Subscription): void {
  const [item] = items.data;
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(item.current_period_start, item.price.recurring);
}

type Attempt = Exclude<PaymentOutcome, 'pending'>;

/** Advances a subscription by one period: ends it if it was canceled, else charges the full price, which may fail. */
export function renewSubscription(sandbox: Sandbox, subscription: Subscription, outcome: Attempt): boolean {
  if (!['active', 'past_due'].includes(subscription.status)) return false;
  const [item] = subscription.items.data;
  if (subscription.cancel_at_period_end) {
    endSubscription(sandbox, subscription, item.current_period_end);
    return true;
  }
  const { latest_invoice, status } = subscription;
  startPeriod(subscription);
  const invoice = finalizeInvoice(sandbox, createInvoice(sandbox, subscription, cycle));
  chargeInvoice(sandbox, invoice, outcome);
  subscription.status = outcome === 'succeeded' ? 'active' : 'past_due';
  recordEvent(sandbox, 'customer.subscription.updated', subscription, { latest_invoice, status });
  return true;
}

/** Charges the open latest invoice again. Returns false if there is none. */
export function retryInvoice(sandbox: Sandbox, subscription: Subscription, outcome: Attempt): boolean {
  const invoice = rowOf(sandbox.state.invoices, subscription.latest_invoice);
  if (invoice.status !== 'open' || subscription.status === 'canceled') return false;
  chargeInvoice(sandbox, invoice, outcome);
  if (outcome === 'succeeded') updateSubscription(sandbox, subscription, { status: 'active' });
  return true;
}

/** What the account's settings make of a subscription and its invoice after the last retry. */
interface RetriesEnd {
  readonly subscription: 'past_due' | 'unpaid' | 'canceled';
  readonly invoice: 'open' | 'uncollectible';
}

/**
 * Ends the retries of the latest invoice, as https://docs.stripe.com/billing/revenue-recovery/smart-retries describes. A past due
 * subscription is active again once its invoice is uncollectible, and an incomplete one expires instead, with its invoice:
 * https://docs.stripe.com/billing/subscriptions/overview
 */
export function endRetries(
  sandbox: Sandbox,
  subscription: Subscription,
  { subscription: status, invoice: invoiceStatus }: RetriesEnd,
): boolean {
  const invoice = rowOf(sandbox.state.invoices, subscription.latest_invoice);
  if (subscription.status === 'incomplete') {
    closeInvoice(sandbox, invoice, 'void');
    updateSubscription(sandbox, subscription, {
      status: 'incomplete_expired',
      ended_at: nowSeconds(sandbox),
    });
    return true;
  }
  if (subscription.status !== 'past_due') return false;
  if (invoiceStatus === 'uncollectible') closeInvoice(sandbox, invoice, invoiceStatus);
  if (status === 'canceled') endSubscription(sandbox, subscription, nowSeconds(sandbox));
  else {
    const isWrittenOff = status === 'past_due' && invoice.status === 'uncollectible';
    updateSubscription(sandbox, subscription, { status: isWrittenOff ? 'active' : status });
  }
  return true;
}

/**
 * A renewal whose invoice cannot be finalized, for example because the buyer's location is not known well enough for tax.
 * The invoice stays a draft. https://docs.stripe.com/tax/customer-locations#finalizing-invoices-with-finalization-failures
 */
export function failFinalization(sandbox: Sandbox, subscription: Subscription): boolean {
  if (subscription.status !== 'active') return false;
  startPeriod(subscription);
  const { latest_invoice } = subscription;
  const invoice = createInvoice(sandbox, subscription, cycle);
  recordEvent(sandbox, 'invoice.finalization_failed', invoice);
  recordEvent(sandbox, 'customer.subscription.updated', subscription, { latest_invoice });
  return true;
}

/** Some days before a renewal Stripe sends its invoice, which has no id yet. https://docs.stripe.com/billing/subscriptions/webhooks */
export function announceRenewal(sandbox: Sandbox, subscription: Subscription): boolean {
  if (subscription.status !== 'active' || subscription.cancel_at_period_end) return false;
  const { id: _none, ...invoice } = draftInvoice(sandbox, subscription, {
    billing_reason: 'upcoming',
    discountMinor: 0,
  });
  const renewsAt = subscription.items.data[0].current_period_end;
  const upcoming = { ...invoice, created: renewsAt, next_payment_attempt: renewsAt };
  recordEvent(sandbox, 'invoice.upcoming', upcoming);
  return true;
}
