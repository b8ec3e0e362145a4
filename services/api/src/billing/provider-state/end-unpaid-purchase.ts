import type { AppContext } from '../../platform/app-context.ts';
import { findSession } from '../checkout-session-repository.ts';
import type {
  PaymentProvider,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from '../payment-provider.ts';
import { hasEnded, isUncollected, sessionStatus } from '../payment-state.ts';

/** A checkout session and the subscription that it sold. */
interface PurchaseState {
  readonly session: ProviderSession;
  readonly subscription: ProviderSubscription;
}

/**
 * Cancels the subscription of a purchase whose first payment failed, voids its invoices, and returns the new state. Nothing
 * may be left to pay before the buyer can buy again, because a later payment would charge the buyer twice.
 */
export async function endUnpaidPurchase(
  { database, clock, log }: AppContext,
  provider: PaymentProvider,
  purchase: PurchaseState,
  limits?: ReadLimits,
): Promise<PurchaseState> {
  const { session, subscription } = purchase;
  const hasFailed =
    session.state === 'complete' && sessionStatus(session, subscription, clock()) === 'expired';
  const isPayable =
    !hasEnded(subscription.status) || [session.invoice, subscription.lastInvoice].some(isUncollected);
  if (!hasFailed || !isPayable) return purchase;
  const row = await findSession(database.db, session.id);
  // Other products may use the same account. The renewals of a paid purchase are retried by the provider.
  if (!row || row.status === 'paid') return purchase;
  const ended = await provider.cancelSubscription(subscription.id, limits);
  log.warn(
    { checkoutSession: session.id, subscription: subscription.id, invoice: ended.lastInvoice?.status },
    'first payment failed, subscription canceled',
  );
  // The invoice may have been paid meanwhile.
  return { session: await provider.readSession(session.id, limits), subscription: ended };
}
