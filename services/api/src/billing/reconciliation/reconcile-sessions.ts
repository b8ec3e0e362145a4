import { leaseSessionForCheck } from '../checkout-session-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { refreshSession } from '../provider-state/refresh-session.ts';

/** Asks the provider about a session of which no message came. Returns how many it asked about: 0 or 1. */
export async function reconcileSession(context: AppContext, provider: PaymentProvider): Promise<number> {
  const row = await leaseSessionForCheck(context.database.db, context.clock());
  if (!row) return 0;
  try {
    await refreshSession(context, provider, row);
  } catch (error) {
    const reason = provider.failureOf(error);
    if (!reason) throw error;
    context.log.warn({ checkoutSession: row.id, reason }, 'session could not be checked');
  }
  return 1;
}
