import type { AppContext } from '../platform/app-context.ts';
import { applyProviderState } from './apply-provider-state.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { readProviderState } from './read-provider-state.ts';
import { nextCheckAt } from './payment-state.ts';
import { leaseSubscriptionForCheck, findSubscription, storeSubscription } from './subscription-repository.ts';

const retryMs = 3_600_000;

/** Fetches the state of one subscription with its invoice and charges. Returns the number of subscriptions: 0 or 1. */
export async function reconcileSubscription(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { database, clock, log } = context;
  const nowMs = clock();
  const leased = await leaseSubscriptionForCheck(database.db, nowMs, nowMs + retryMs);
  if (!leased) return 0;
  try {
    const state = await readProviderState(context, provider, { kind: 'account', id: leased.id });
    await database.db.transaction().execute(async (db) => {
      await applyProviderState(context, db, state);
      const row = await findSubscription(db, leased.id);
      if (row) await storeSubscription(db, { ...row, check_at: nextCheckAt(row, nowMs) });
    });
  } catch (error) {
    const reason = provider.failureOf(error);
    if (!reason) throw error;
    log.warn({ subscription: leased.id, reason }, 'subscription could not be checked');
  }
  return 1;
}
