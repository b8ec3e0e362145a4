import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import { removedEmail } from '../../platform/emails/removed-email.ts';
import type { CheckoutSessionRow, SubscriptionRow } from '../../platform/schema.ts';
import { countOtherCustomers } from '../subscription-repository.ts';
import { enqueueAppEvent } from './app-webhook.ts';
import { entitlementOf } from './entitlement.ts';

/**
 * Enqueues a `subscription.changed` delivery for the external app if its entitlement has changed. Deliveries may arrive
 * out of order, so `version` identifies the newest. Returns the row to store. `checkoutSession` is undefined while the
 * purchase is unknown. Then the app is not notified, nor of a purchase that was never paid and whose email was removed.
 */
export async function enqueueEntitlementChange(
  context: AppContext,
  db: Queries,
  row: SubscriptionRow,
  checkoutSession: CheckoutSessionRow | undefined,
): Promise<SubscriptionRow> {
  if (!checkoutSession || checkoutSession.email === removedEmail) return row;
  const otherCustomers = await countOtherCustomers(db, row, checkoutSession.email);
  const entitlement = entitlementOf(row, checkoutSession, otherCustomers);
  const announced = JSON.stringify(entitlement);
  if (announced === row.announced) return row;

  // Not less than the time: the app may have a higher version than a row that was restored from a backup.
  const version = Math.max(row.version + 1, context.clock());
  if (context.config.APP_WEBHOOK_URL)
    await enqueueAppEvent(context, db, checkoutSession, {
      id: `subscription_${row.id}_${version}`,
      kind: 'entitlement',
      type: 'subscription.changed',
      data: { ...entitlement, version },
    });
  return { ...row, announced, version };
}
