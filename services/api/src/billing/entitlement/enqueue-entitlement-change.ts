import { enqueue } from '../../deliveries/outbox-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import type { CheckoutSessionRow, SubscriptionRow } from '../../platform/schema.ts';
import { entitlementOf } from './entitlement.ts';

export const appWebhookName = 'app-webhook';

/**
 * Stores a `subscription.changed` delivery for the external app if, and only if, something changed that the app can see.
 * Deliveries may overtake each other: `version` tells which is newest. Returns the row as it then is to be stored.
 * `sale`: the checkout session in which it was bought; undefined while that is not known, and the app hears nothing.
 */
export async function enqueueEntitlementChange(
  { config, clock }: AppContext,
  db: Queries,
  row: SubscriptionRow,
  checkoutSession: CheckoutSessionRow | undefined,
): Promise<SubscriptionRow> {
  if (!checkoutSession) return row;
  const entitlement = entitlementOf(row, checkoutSession);
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
