import { dayMs, hourMs, minuteMs } from '@funnel/service-kit/durations';

import type { CheckoutSessionRow, SubscriptionRow } from '../platform/schema.ts';
import type { ChargeFlags, ProviderSession, ProviderSubscription } from './payment-provider.ts';

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
 * Statuses of a subscription whose invoice could not be collected. While a delayed first payment is pending, the
 * subscription is `active` or `incomplete`. After a failure it becomes `past_due` or `unpaid`, or stays `incomplete`.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
const uncollectedSubscriptions = new Set(['past_due', 'unpaid']);

/** After this time, delayed debits have succeeded or failed. */
export const maxDebitMs = 30 * dayMs;

/**
 * Whether a payment may still arrive although the subscription was canceled. The cancellation does not stop a debit that is
 * in progress, and leaves its invoice open. https://docs.stripe.com/billing/subscriptions/cancel
 */
const isPendingAfterEnd = (
  { expiresAtMs }: ProviderSession,
  { status, lastInvoiceStatus }: ProviderSubscription,
  nowMs: number,
): boolean => status === 'canceled' && lastInvoiceStatus === 'open' && nowMs < expiresAtMs + maxDebitMs;

/**
 * Derives our session status from the provider's current objects. A delayed first payment that fails, or that succeeds
 * at a later attempt, changes the subscription and its invoice, but not the session.
 */
export function sessionStatus(
  session: ProviderSession,
  subscription: ProviderSubscription | undefined,
  nowMs: number,
): SessionStatus {
  if (session.state !== 'complete') return session.state;
  if (session.isPaid || subscription?.lastInvoiceStatus === 'paid') return 'paid';
  if (!subscription) return 'processing';
  const { status, hasFailedPayment } = subscription;
  if (uncollectedSubscriptions.has(status) || hasFailedPayment) return 'expired';
  return hasEnded(status) && !isPendingAfterEnd(session, subscription, nowMs) ? 'expired' : 'processing';
}

/** The first check finds refunds and disputes from before the subscription was known. */
const firstCheckMs = 5 * minuteMs;

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
  check_at: nowMs + firstCheckMs,
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
 * Returns the row with a check as soon as the clocks agree, if it has a later state than that of `asOfMs`: either another request
 * was faster, or the clock of another replica is ahead, and the newer state was taken for the older one.
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
    last_invoice_status: subscription.lastInvoiceStatus,
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
