import type { CheckoutSessionRow, SubscriptionRow } from '../platform/schema.ts';
import type { ProviderCharges, ProviderSession, ProviderSubscription } from './payment-provider.ts';

type SessionStatus = CheckoutSessionRow['status'];

/** Subscriptions that will never bill again. */
const endedSubscriptions = new Set(['canceled', 'incomplete_expired']);

export const hasEnded = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus !== undefined && endedSubscriptions.has(subscriptionStatus);

/** Statuses that a status may replace. Paid is for good; nothing opens again. */
export const replaceableStatuses: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  open: [],
  processing: ['open'],
  expired: ['open', 'processing'],
  paid: ['open', 'processing', 'expired'],
};

/** What the provider's objects, as they are now, say of our session. */
export function sessionStatus(
  session: ProviderSession,
  subscription: ProviderSubscription | undefined,
): SessionStatus {
  if (session.state !== 'complete') return session.state;
  if (session.isPaid) return 'paid';
  // A payment that takes days, and then fails, ends the subscription; the session stays complete.
  return hasEnded(subscription?.status) ? 'expired' : 'processing';
}

/** The first check tells what was refunded or disputed before the subscription became known. */
const firstCheckMs = 5 * 60_000;

/** A subscription of which nothing is known yet. */
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

/** With what the provider said when asked at `asOfMs`, unless the row is of a later asking. */
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

/** Flags only ever rise, so the order in which refunds, disputes and renewals become known does not matter. */
export const applyCharges = (row: SubscriptionRow, charges: ProviderCharges): SubscriptionRow => ({
  ...row,
  was_refunded: charges.wasRefunded ? 1 : row.was_refunded,
  was_disputed: charges.wasDisputed ? 1 : row.was_disputed,
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Buyers may dispute a charge for months. */
const disputableMs = 180 * dayMs;

/** Daily, and an hour after it should have renewed; weekly once it has ended; null when nothing can change any more. */
export function nextCheckAt(
  { status, current_period_end }: Pick<SubscriptionRow, 'status' | 'current_period_end'>,
  nowMs: number,
): number | null {
  const periodEnd = current_period_end ?? 0;
  if (hasEnded(status)) return nowMs < periodEnd + disputableMs ? nowMs + 7 * dayMs : null;
  const renewed = periodEnd + hourMs;
  return renewed > nowMs ? Math.min(renewed, nowMs + dayMs) : nowMs + dayMs;
}

/** Whether the provider took what we had asked for. */
export const matchesOrder = (row: CheckoutSessionRow, session: ProviderSession): boolean =>
  session.amountMinor === row.amount_minor && session.currency === row.currency;
