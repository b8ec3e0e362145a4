import { createHash } from 'node:crypto';

import { planIdSchema, plans } from '@funnel/contracts/plans';

import type { CheckoutSessionRow, EventRow, SubscriptionRow } from '../platform/schema.ts';
import type { ProviderSession, ProviderSubscription } from './payment-provider.ts';

type SessionStatus = CheckoutSessionRow['status'];

/** Subscriptions that will never bill again. */
const endedSubscriptions = new Set(['canceled', 'incomplete_expired']);

export const hasEnded = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus !== undefined && endedSubscriptions.has(subscriptionStatus);

/** Statuses that a status may replace. Paid is for good; nothing opens again. */
export const supersededBy: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  open: [],
  processing: ['open'],
  expired: ['open', 'processing'],
  paid: ['open', 'processing', 'expired'],
};

/** What the provider's objects, as they are now, say of our session. */
export function sessionStatus(
  session: ProviderSession,
  subscription: ProviderSubscription | null,
): SessionStatus {
  if (session.state !== 'complete') return session.state;
  if (session.isPaid) return 'paid';
  // A payment that takes days, and then fails, ends the subscription; the session stays complete.
  return hasEnded(subscription?.status) ? 'expired' : 'processing';
}

/** `asOfMs`: when the provider was asked. */
export const subscriptionRow = (
  subscription: ProviderSubscription,
  checkoutSessionId: string | null,
  asOfMs: number,
): SubscriptionRow => ({
  id: subscription.id,
  checkout_session_id: checkoutSessionId,
  customer_id: subscription.customerId,
  status: subscription.status,
  current_period_end: subscription.currentPeriodEndMs,
  cancel_at_period_end: subscription.endsWithPeriod ? 1 : 0,
  updated_at: asOfMs,
});

/** Whether the provider took what we had asked for. */
export const isAsAgreed = (row: CheckoutSessionRow, session: ProviderSession): boolean =>
  session.amountMinor === row.amount_minor && session.currency === row.currency;

/** The one conversion of a paid session: the same id however often it is worked out. */
export function purchaseEvent(row: CheckoutSessionRow, nowMs: number): EventRow {
  const planId = planIdSchema.safeParse(row.plan_id).data;
  return {
    id: createHash('sha256').update(`Purchase ${row.id}`).digest('hex').slice(0, 32),
    visit_id: row.visit_id,
    name: 'Purchase',
    payload: JSON.stringify({
      valueMinor: row.amount_minor,
      currency: row.currency,
      contentId: row.plan_id,
      contentName: planId ? plans[planId].name : row.plan_id,
      checkoutSessionId: row.id,
    }),
    received_at: nowMs,
    set_id: row.set_id,
  };
}
