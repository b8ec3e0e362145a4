import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import type { SubscriptionRow } from '../../platform/schema.ts';
import { recordPurchase } from '../../tracking/record-purchase.ts';
import { changeStatus, findSession } from '../checkout-session-repository.ts';
import { enqueueEntitlementChange } from '../entitlement/enqueue-entitlement-change.ts';
import type { ProviderSession } from '../payment-provider.ts';
import {
  matchesOrder,
  newSubscription,
  sessionStatus,
  replaceableStatuses,
  applyCharges,
  applySubscription,
} from '../payment-state.ts';
import { lockSubscription, storeSubscription, subscriptionsOfCustomer } from '../subscription-repository.ts';
import type { ProviderState } from './read-provider-state.ts';

type Status = ReturnType<typeof sessionStatus>;

async function applySession(context: AppContext, db: Queries, session: ProviderSession, status: Status) {
  const { clock, log } = context;
  const from = replaceableStatuses[status];
  if (from.length === 0) return;
  const { id, subscriptionId, amountMinor, currency } = session;
  const changed = await changeStatus(db, id, { status, from, subscriptionId, nowMs: clock() });
  if (changed?.status !== 'paid') return;
  if (!matchesOrder(changed, session)) {
    log.error({ checkoutSession: id, amountMinor, currency }, 'payment differs from order');
  }
  await recordPurchase(context, db, changed);
}

async function changeSubscription(
  context: AppContext,
  db: Queries,
  id: string,
  change: (row: SubscriptionRow) => SubscriptionRow,
) {
  const row = change(await lockSubscription(db, newSubscription(id, context.clock())));
  const checkoutSession = row.checkout_session_id
    ? await findSession(db, row.checkout_session_id)
    : undefined;
  await storeSubscription(db, await enqueueEntitlementChange(context, db, row, checkoutSession));
}

/**
 * Updates our rows to the provider's state. Call it in one transaction. It is idempotent, and states may be applied in
 * any order.
 */
export async function applyProviderState(
  context: AppContext,
  db: Queries,
  { session, subscription, charges, asOfMs }: ProviderState,
): Promise<void> {
  if (session) await applySession(context, db, session, sessionStatus(session, subscription));
  // Other products may use the same Stripe account.
  if (subscription?.visitId) {
    await changeSubscription(context, db, subscription.id, (row) =>
      applySubscription(row, subscription, session?.id ?? null, asOfMs),
    );
  }
  if (charges) {
    for (const id of await subscriptionsOfCustomer(db, charges.customerId))
      await changeSubscription(context, db, id, (row) => applyCharges(row, charges));
  }
}
