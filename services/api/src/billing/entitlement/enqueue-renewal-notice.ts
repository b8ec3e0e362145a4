import { enqueue } from '../../deliveries/outbox-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import { findSession } from '../checkout-session-repository.ts';
import type { Renewal } from '../payment-provider.ts';
import { findSubscription } from '../subscription-repository.ts';
import { appWebhookName } from './enqueue-entitlement-change.ts';
import { entitlementOf } from './entitlement.ts';

/**
 * Enqueues a `subscription.renewal_upcoming` delivery for the external app, once for each renewal. The app or its owner
 * then informs the buyer of the date and the price.
 */
export async function enqueueRenewalNotice(
  { config, clock }: AppContext,
  db: Queries,
  subscriptionId: string,
  { atMs, amountMinor, currency }: Renewal,
): Promise<void> {
  const row = await findSubscription(db, subscriptionId);
  const checkoutSession = row?.checkout_session_id
    ? await findSession(db, row.checkout_session_id)
    : undefined;
  if (!row || !checkoutSession || !config.APP_WEBHOOK_URL) return;
  const { email, plan, promotionalPeriodEnd } = entitlementOf(row, checkoutSession, 0);
  const renewsAt = new Date(atMs).toISOString();
  const payload = JSON.stringify({
    type: 'subscription.renewal_upcoming',
    timestamp: new Date(clock()).toISOString(),
    data: { subscriptionId, email, plan, renewsAt, amountMinor, currency, promotionalPeriodEnd },
  });
  const { visit_id, set_id } = checkoutSession;
  const id = `renewal_${subscriptionId}_${atMs}`;
  const delivery = { id, destination: appWebhookName, kind: 'renewal-notice', payload, visit_id, set_id };
  await enqueue(db, delivery, clock());
}
