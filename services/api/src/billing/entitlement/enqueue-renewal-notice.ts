import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import { findSellingSession } from '../checkout-session-repository.ts';
import type { Renewal } from '../payment-provider.ts';
import { findSubscription } from '../subscription-repository.ts';
import { enqueueAppEvent } from './app-webhook.ts';
import { entitlementOf } from './entitlement.ts';

/**
 * Enqueues a `subscription.renewal_upcoming` delivery for the external app, once for each renewal. The app or its owner
 * then informs the buyer of the date and the price. Returns false if the purchase is not stored: webhook events arrive in any
 * order (https://docs.stripe.com/webhooks#event-ordering), or another installation sold it through the same account.
 */
export async function enqueueRenewalNotice(
  context: AppContext,
  db: Queries,
  subscriptionId: string,
  { atMs, amountMinor, currency }: Renewal,
): Promise<boolean> {
  if (!context.config.APP_WEBHOOK_URL) return true;
  const row = await findSubscription(db, subscriptionId);
  // Other products may use the same Stripe account.
  if (!row) return true;
  const checkoutSession = await findSellingSession(db, row);
  if (!checkoutSession) return false;
  const { email, plan, promotionalPeriodEnd } = entitlementOf(row, checkoutSession, 0);
  const renewsAt = new Date(atMs).toISOString();
  await enqueueAppEvent(context, db, checkoutSession, {
    id: `renewal_${subscriptionId}_${atMs}`,
    kind: 'renewal-notice',
    type: 'subscription.renewal_upcoming',
    data: { subscriptionId, email, plan, renewsAt, amountMinor, currency, promotionalPeriodEnd },
  });
  return true;
}
