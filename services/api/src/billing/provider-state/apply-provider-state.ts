import { planIdSchema } from '@funnel/contracts/plans';

import { enqueueConfirmation } from '../../emails/enqueue-emails.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import { removedEmail } from '../../platform/emails/removed-email.ts';
import type { SubscriptionRow } from '../../platform/schema.ts';
import { recordPurchase } from '../../tracking/record-purchase.ts';
import { changeStatus, findSellingSession, findSession } from '../checkout-session-repository.ts';
import { insertPayments, replaceReturned } from '../payment-repository.ts';
import { enqueueCheckoutCompleted } from '../entitlement/enqueue-checkout-completed.ts';
import { enqueueEntitlementChange } from '../entitlement/enqueue-entitlement-change.ts';
import type { ChargeFlags, ProviderSession, ProviderSubscription } from '../payment-provider.ts';
import {
  hasEnded,
  matchesOrder,
  newSubscription,
  sessionStatus,
  replaceableStatuses,
  applyCharges,
  applyFraudWarning,
  applySubscription,
  checkedIfAhead,
  withoutFutureTimes,
} from '../payment-state.ts';
import {
  findSubscription,
  lockSubscription,
  storeSubscription,
  subscriptionsOfCustomer,
} from '../subscription-repository.ts';
import type { ProviderState } from './read-provider-state.ts';

const noFlags: ChargeFlags = { wasRefunded: false, dispute: null, returned: [] };

async function applySession(
  context: AppContext,
  db: Queries,
  session: ProviderSession,
  subscription: ProviderSubscription | undefined,
) {
  const { clock, log } = context;
  const status = sessionStatus(session, subscription, clock());
  const from = replaceableStatuses[status];
  if (from.length === 0) return;
  const { id, subscriptionId, amountMinor, currency, taxMinor } = session;
  const changed = await changeStatus(db, id, { status, from, subscriptionId, taxMinor, nowMs: clock() });
  // Other products may use the same Stripe account.
  if (!changed && status === 'paid' && subscription?.visitId && !(await findSession(db, id))) {
    const purchase = { checkoutSession: id, subscription: subscriptionId, visitId: subscription.visitId };
    log.error(purchase, 'paid checkout session is not stored');
  }
  if (changed?.status === 'expired' && subscription?.lastInvoice?.status === 'paid') {
    log.error(
      { checkoutSession: id, subscription: subscriptionId },
      'renewal paid without its first payment',
    );
  }
  if (changed?.status !== 'paid') return;
  if (!matchesOrder(changed, session)) {
    log.error({ checkoutSession: id, amountMinor, currency }, 'payment differs from order');
  }
  if (hasEnded(subscription?.status)) {
    log.error({ checkoutSession: id, subscription: subscriptionId }, 'subscription paid after its end');
    // An operator has to refund it, so nobody is notified of a sale. The reports count it, and without its ad context nothing is sent.
    await recordPurchase(context, db, { ...changed, ad_trace: null });
    return;
  }
  await recordPurchase(context, db, changed);
  if (changed.email === removedEmail) return;
  await enqueueCheckoutCompleted(context, db, changed);
  // The text of the email needs a plan of the catalog. The payment counts without it.
  if (planIdSchema.safeParse(changed.plan_id).success) await enqueueConfirmation(context, db, changed);
}

async function changeSubscription(
  context: AppContext,
  db: Queries,
  id: string,
  asOfMs: number,
  change: (row: SubscriptionRow) => SubscriptionRow,
): Promise<SubscriptionRow> {
  const nowMs = context.clock();
  const stored = await lockSubscription(db, newSubscription(id, nowMs));
  const row = change(checkedIfAhead(withoutFutureTimes(stored, nowMs), asOfMs));
  const checkoutSession = await findSellingSession(db, row);
  await storeSubscription(db, await enqueueEntitlementChange(context, db, row, checkoutSession));
  return row;
}

/**
 * Updates our rows to the provider's state. Call it in one transaction. It is idempotent, and states may be applied in
 * any order.
 */
export async function applyProviderState(
  context: AppContext,
  db: Queries,
  { session, subscription, invoices, charges, warnedSubscriptionId, asOfMs }: ProviderState,
): Promise<void> {
  if (session) await applySession(context, db, session, subscription);
  // Other products may use the same Stripe account.
  if (subscription?.visitId) {
    await changeSubscription(context, db, subscription.id, asOfMs, (row) =>
      applySubscription(row, subscription, session?.id ?? null, asOfMs),
    );
    await insertPayments(db, invoices ?? []);
  }
  if (charges) {
    for (const id of await subscriptionsOfCustomer(db, charges.customerId)) {
      const flags = charges.flags.get(id) ?? noFlags;
      const row = await changeSubscription(context, db, id, asOfMs, (stored) =>
        applyCharges(stored, flags, asOfMs),
      );
      if (row.charges_updated_at === asOfMs) await replaceReturned(db, id, flags.returned);
    }
  }
  if (warnedSubscriptionId && (await findSubscription(db, warnedSubscriptionId)))
    await changeSubscription(context, db, warnedSubscriptionId, asOfMs, applyFraudWarning);
}
