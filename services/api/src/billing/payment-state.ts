import type { CheckoutSessionRow, SubscriptionRow } from '../platform/schema.ts';
import type { ProviderCharges, ProviderSession, ProviderSubscription } from './payment-provider.ts';

type SessionStatus = CheckoutSessionRow['status'];

/** Statuses of subscriptions that will never bill again. */
const endedSubscriptions = new Set(['canceled', 'incomplete_expired']);

export const hasEnded = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus !== undefined && endedSubscriptions.has(subscriptionStatus);

/** The statuses that each status may replace. `paid` is final, and no session is reopened. */
export const replaceableStatuses: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  open: [],
  processing: ['open'],
  expired: ['open', 'processing'],
  paid: ['open', 'processing', 'expired'],
};

/** Derives our session status from the provider's current objects. */
export function sessionStatus(
  session: ProviderSession,
  subscription: ProviderSubscription | undefined,
): SessionStatus {
  if (session.state !== 'complete') return session.state;
  if (session.isPaid) return 'paid';
  // A delayed payment that fails ends the subscription, while the session stays complete.
  return hasEnded(subscription?.status) ? 'expired' : 'processing';
}

/** The first check finds refunds and disputes from before the subscription was known. */
const firstCheckMs = 5 * 60_000;

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
  announced: null,
  version: 0,
  check_at: nowMs + firstCheckMs,
});

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

/** Flags are only ever set, so the order of refunds, disputes and renewals does not matter. */
export const applyCharges = (row: SubscriptionRow, charges: ProviderCharges): SubscriptionRow => ({
  ...row,
  was_refunded: charges.wasRefunded ? 1 : row.was_refunded,
  was_disputed: charges.wasDisputed ? 1 : row.was_disputed,
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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
