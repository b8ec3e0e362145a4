import { dayMs, hourMs, minuteMs } from '@funnel/service-kit/durations';

import type { CheckoutSessionRow, SubscriptionRow } from '../platform/schema.ts';
import type { ChargeFlags, InvoiceState, ProviderSession, ProviderSubscription } from './payment-provider.ts';

type SessionStatus = CheckoutSessionRow['status'];

/** Statuses of subscriptions that will never bill again. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

export const hasEnded = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus !== undefined && endedStatuses.includes(subscriptionStatus);

/** The statuses that each status may replace. `paid` is final, and no session is reopened. */
export const replaceableStatuses: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  open: [],
  processing: ['open'],
  expired: ['open', 'processing'],
  paid: ['open', 'processing', 'expired'],
};

/**
 * Statuses of a subscription whose newest invoice could not be collected. While a delayed first payment is pending, the
 * subscription is `active` or `incomplete`. After a failure it becomes `past_due` or `unpaid`, or stays `incomplete`.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
const uncollectedSubscriptions = new Set(['past_due', 'unpaid']);

/** Statuses of an invoice that nobody collects. Once it is uncollectible, a subscription that was past due is active again. */
const closedInvoices: ReadonlySet<string | null> = new Set(['uncollectible', 'void']);

/** After this time, delayed debits have succeeded or failed. */
export const maxDebitMs = 30 * dayMs;

/** Whether an invoice of a subscription that has ended could still be paid, although nobody collects it. */
export const isUncollected = (invoice: InvoiceState | null): boolean =>
  invoice?.payment === 'failed' || invoice?.payment === 'waits-for-buyer';

/** Whether the payment of an invoice is in progress, as far as is known. */
const mayBeCollected = (invoice: InvoiceState | null): boolean =>
  invoice?.payment === 'in-progress' || (invoice?.status === 'open' && invoice.payment === null);

/**
 * The invoice that decides whether a purchase is paid: that of the session, because the subscription's newest one may be a
 * renewal. A weekly plan renews while its first debit is in progress.
 */
const firstInvoice = ({ invoice }: ProviderSession, subscription: ProviderSubscription | undefined) =>
  invoice ?? subscription?.lastInvoice ?? null;

/**
 * Whether a payment may still arrive although the subscription was canceled. The cancellation does not stop a debit that is
 * in progress, and leaves its invoice open. https://docs.stripe.com/billing/subscriptions/cancel
 */
const isPendingAfterEnd = (
  session: ProviderSession,
  subscription: ProviderSubscription,
  nowMs: number,
): boolean =>
  subscription.status === 'canceled' &&
  [firstInvoice(session, subscription), subscription.lastInvoice].some(mayBeCollected) &&
  nowMs < session.expiresAtMs + maxDebitMs;

/** Whether the first payment of a subscription that has not ended has failed. */
function hasFailed(session: ProviderSession, subscription: ProviderSubscription): boolean {
  const payment = firstInvoice(session, subscription)?.payment;
  if (payment === 'in-progress') return false;
  return (
    payment === 'failed' ||
    closedInvoices.has(session.invoice?.status ?? null) ||
    uncollectedSubscriptions.has(subscription.status)
  );
}

/**
 * Derives our session status from the provider's current objects. A delayed first payment that fails, or that succeeds
 * at a later attempt, changes its invoice, but not the session.
 */
export function sessionStatus(
  session: ProviderSession,
  subscription: ProviderSubscription | undefined,
  nowMs: number,
): SessionStatus {
  if (session.state !== 'complete') return session.state;
  if (session.isPaid || firstInvoice(session, subscription)?.status === 'paid') return 'paid';
  if (!subscription) return 'processing';
  const isOver = hasEnded(subscription.status)
    ? !isPendingAfterEnd(session, subscription, nowMs)
    : hasFailed(session, subscription);
  return isOver ? 'expired' : 'processing';
}

/** The first check finds refunds and disputes from before the subscription was known. */
const earlierChargesCheckMs = 5 * minuteMs;

/** The row of a subscription that is not known yet. */
export const newSubscription = (id: string, nowMs: number): SubscriptionRow => ({
  id,
  checkout_session_id: null,
  customer_id: '',
  status: 'unknown',
  current_period_end: null,
  cancel_at_period_end: 0,
  updated_at: 0,
  last_invoice_status: null,
  promotional_period_end: null,
  was_refunded: 0,
  was_disputed: 0,
  dispute: null,
  has_fraud_warning: 0,
  charges_updated_at: 0,
  announced: null,
  version: 0,
  check_at: nowMs + earlierChargesCheckMs,
});

/** How far the clocks of replicas may differ. */
const maxClockSkewMs = minuteMs;

/**
 * Returns the row without times that have not come yet. They were stored while the clock was ahead, and every state until
 * then would be taken for an older one.
 */
export function withoutFutureTimes(row: SubscriptionRow, nowMs: number): SubscriptionRow {
  const known = (timeMs: number) => (timeMs > nowMs + maxClockSkewMs ? 0 : timeMs);
  return {
    ...row,
    updated_at: known(row.updated_at),
    charges_updated_at: known(row.charges_updated_at),
  };
}

/**
 * If the row has a later state than that of `asOfMs`, returns it with a check for the time when the clocks surely agree. Either
 * another request was faster, or the clock of another replica is ahead and the newer state seemed to be the older one.
 */
export function checkedIfAhead(row: SubscriptionRow, asOfMs: number): SubscriptionRow {
  const isAhead = Math.max(row.updated_at, row.charges_updated_at) > asOfMs;
  return isAhead ? { ...row, check_at: Math.min(row.check_at ?? Infinity, asOfMs + maxClockSkewMs) } : row;
}

/** Returns the row with the provider's state of `asOfMs`, unless the row has a newer state. */
export function applySubscription(
  row: SubscriptionRow,
  subscription: ProviderSubscription,
  checkoutSessionId: string | null,
  asOfMs: number,
): SubscriptionRow {
  const linked = { ...row, checkout_session_id: row.checkout_session_id ?? checkoutSessionId };
  if (row.updated_at > asOfMs) return linked;
  return {
    ...linked,
    customer_id: subscription.customerId,
    status: subscription.status,
    current_period_end: subscription.currentPeriodEndMs,
    cancel_at_period_end: subscription.endsWithPeriod ? 1 : 0,
    last_invoice_status: subscription.lastInvoice?.status ?? null,
    promotional_period_end: subscription.promotionalPeriodEndMs,
    updated_at: asOfMs,
  };
}

/**
 * Returns the row with the refunds and disputes of `asOfMs`, unless the row has newer ones. A refund that failed no
 * longer counts, and a dispute ends.
 */
export function applyCharges(
  row: SubscriptionRow,
  { wasRefunded, dispute }: Omit<ChargeFlags, 'returned'>,
  asOfMs: number,
): SubscriptionRow {
  if (row.charges_updated_at > asOfMs) return row;
  return {
    ...row,
    was_refunded: wasRefunded ? 1 : 0,
    was_disputed: dispute ? 1 : 0,
    dispute,
    charges_updated_at: asOfMs,
  };
}

/** The provider never withdraws a warning. */
export const applyFraudWarning = (row: SubscriptionRow): SubscriptionRow => ({
  ...row,
  has_fraud_warning: 1,
});

/** Buyers may dispute a charge for months. */
const disputableMs = 180 * dayMs;

/**
 * Returns the time of the next check: daily, and an hour after the renewal; weekly after it has ended; null when
 * nothing can change any more.
 */
export function nextCheckAt(
  { status, current_period_end }: Pick<SubscriptionRow, 'status' | 'current_period_end'>,
  nowMs: number,
): number | null {
  const periodEnd = current_period_end ?? 0;
  if (hasEnded(status)) return nowMs < periodEnd + disputableMs ? nowMs + 7 * dayMs : null;
  const renewed = periodEnd + hourMs;
  return renewed > nowMs ? Math.min(renewed, nowMs + dayMs) : nowMs + dayMs;
}

/** Whether the provider charged the amount of the order. */
export const matchesOrder = (row: CheckoutSessionRow, session: ProviderSession): boolean =>
  session.amountMinor === row.amount_minor && session.currency === row.currency;
