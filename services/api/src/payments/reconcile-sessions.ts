import { leaseSessionForCheck } from '../checkout-sessions/checkout-session-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { refreshSession } from './refresh-session.ts';

/** Fetches the state of one session for which no webhook event has arrived. Returns the number of sessions: 0 or 1. */
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
