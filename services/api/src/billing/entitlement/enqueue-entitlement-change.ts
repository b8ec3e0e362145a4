import { enqueue } from '../../deliveries/outbox-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import { removedEmail } from '../../platform/removed-email.ts';
import type { CheckoutSessionRow, SubscriptionRow } from '../../platform/schema.ts';
import { countOtherCustomers } from '../subscription-repository.ts';
import { entitlementOf } from './entitlement.ts';

export const appWebhookName = 'app-webhook';

/**
 * Enqueues a `subscription.changed` delivery for the external app if its entitlement has changed. Deliveries may arrive
 * out of order, so `version` identifies the newest. Returns the row to store. `checkoutSession` is undefined while the
 * purchase is unknown. Then the app is not notified, nor of a purchase that was never paid and whose email was removed.
 */
export async function enqueueEntitlementChange(
  { config, clock }: AppContext,
  db: Queries,
  row: SubscriptionRow,
  checkoutSession: CheckoutSessionRow | undefined,
): Promise<SubscriptionRow> {
  if (!checkoutSession || checkoutSession.email === removedEmail) return row;
  const otherCustomers = await countOtherCustomers(db, row, checkoutSession.email);
  const entitlement = entitlementOf(row, checkoutSession, otherCustomers);
  const announced = JSON.stringify(entitlement);
  if (announced === row.announced) return row;

  const version = row.version + 1;
  if (config.APP_WEBHOOK_URL) {
    const payload = JSON.stringify({
      type: 'subscription.changed',
      timestamp: new Date(clock()).toISOString(),
      data: { ...entitlement, version },
    });
    const id = `subscription_${row.id}_${version}`;
    const { visit_id, set_id } = checkoutSession;
    const delivery = { id, destination: appWebhookName, kind: 'entitlement', payload, visit_id, set_id };
    await enqueue(db, delivery, clock());
  }
  return { ...row, announced, version };
}
