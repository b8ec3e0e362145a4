import type { AppContext } from '../../platform/app-context.ts';
import { findSession } from '../checkout-session-repository.ts';
import type {
  PaymentProvider,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from '../payment-provider.ts';
import { hasEnded, sessionStatus } from '../payment-state.ts';

/**
 * Cancels the subscription of a purchase whose first payment failed, voids its invoice, and returns its new state. Nothing
 * may be left to pay before the buyer can buy again, because a later payment would charge the buyer twice.
 */
export async function endUnpaidPurchase(
  { database, clock, log }: AppContext,
  provider: PaymentProvider,
  session: ProviderSession,
  subscription: ProviderSubscription,
  limits?: ReadLimits,
): Promise<ProviderSubscription> {
  const hasFailed =
    session.state === 'complete' && sessionStatus(session, subscription, clock()) === 'expired';
  const isPayable = !hasEnded(subscription.status) || subscription.hasFailedPayment;
  if (!hasFailed || !isPayable) return subscription;
  const row = await findSession(database.db, session.id);
  // Other products may use the same account. The renewals of a paid purchase are retried by the provider.
  if (!row || row.status === 'paid') return subscription;
  const ended = await provider.cancelSubscription(subscription.id, limits);
  log.warn(
    { checkoutSession: session.id, subscription: subscription.id, invoice: ended.lastInvoiceStatus },
    'first payment failed, subscription canceled',
  );
  return ended;
}
