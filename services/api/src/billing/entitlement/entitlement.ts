import type { CheckoutSessionRow, SubscriptionRow } from '../../platform/schema.ts';
import { soldPlan } from './sold-plan.ts';

/**
 * Statuses in which a paid subscription grants access. `past_due` gives a buyer time to fix a failed renewal. A delayed
 * debit makes a subscription active before it is paid, which grants no access.
 */
const grantingStatuses = new Set(['active', 'trialing', 'past_due']);

/** The state of a subscription as sent to the external app. Times are ISO 8601. */
export interface Entitlement {
  readonly subscriptionId: string;
  readonly email: string;
  readonly plan: { readonly planId: string; readonly name: string };
  /** The provider's status: `active`, `past_due`, `canceled`, … */
  readonly status: string;
  readonly hasAccess: boolean;
  readonly currentPeriodEnd: string | null;
  readonly promotionalPeriodEnd: string | null;
  readonly cancelsAtPeriodEnd: boolean;
  readonly wasRefunded: boolean;
  readonly wasDisputed: boolean;
  /** The state of its disputes, or null if there is none. */
  readonly dispute: 'open' | 'won' | 'lost' | null;
  /** A card issuer reported a charge as fraud, which is often followed by a dispute. */
  readonly hasFraudWarning: boolean;
  /** How many other customers of the provider have a subscription of this email that bills. */
  readonly otherCustomers: number;
}

const isoTime = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** Builds the entitlement of a subscription that was purchased in `checkoutSession`. */
export function entitlementOf(
  row: SubscriptionRow,
  checkoutSession: CheckoutSessionRow,
  otherCustomers: number,
): Entitlement {
  return {
    subscriptionId: row.id,
    email: checkoutSession.email,
    plan: soldPlan(checkoutSession.plan_id),
    status: row.status,
    hasAccess: checkoutSession.status === 'paid' && grantingStatuses.has(row.status),
    currentPeriodEnd: isoTime(row.current_period_end),
    promotionalPeriodEnd: isoTime(row.promotional_period_end),
    cancelsAtPeriodEnd: row.cancel_at_period_end === 1,
    wasRefunded: row.was_refunded === 1,
    wasDisputed: row.was_disputed === 1,
    dispute: row.dispute,
    hasFraudWarning: row.has_fraud_warning === 1,
    otherCustomers,
  };
}
