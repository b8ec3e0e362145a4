import { isDeepStrictEqual } from 'node:util';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { enqueue } from '../platform/outbox/outbox-repository.ts';
import type { CheckoutSessionRow, SubscriptionRow } from '../platform/schema.ts';
import { entitlementOf } from './entitlement.ts';

export const appWebhookName = 'app-webhook';

interface Change {
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
  /** The checkout session in which it was bought; undefined while that is not known. */
  readonly sale: CheckoutSessionRow | undefined;
}

/**
 * Stores a `subscription.changed` delivery for the external app if, and only if, something changed that the app can see.
 * Deliveries may overtake each other: `version` tells which is newest. Returns the row with the version it then has.
 */
export async function announceChange(
  { config, clock }: AppContext,
  db: Queries,
  { before, after, sale }: Change,
): Promise<SubscriptionRow> {
  if (!sale) return after;
  const entitlement = entitlementOf(after, sale);
  const isKnown = before.checkout_session_id !== null;
  if (isKnown && isDeepStrictEqual(entitlementOf(before, sale), entitlement)) return after;

  const version = before.version + 1;
  if (config.APP_WEBHOOK_URL) {
    const payload = JSON.stringify({
      type: 'subscription.changed',
      timestamp: new Date(clock()).toISOString(),
      data: { ...entitlement, version },
    });
    const id = `subscription_${after.id}_${version}`;
    await enqueue(db, { id, destination: appWebhookName, kind: 'entitlement', payload }, clock());
  }
  return { ...after, version };
}
