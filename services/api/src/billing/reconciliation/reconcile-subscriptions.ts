import { hourMs } from '@funnel/service-kit/durations';
import { processDue } from '@funnel/service-kit/jobs/queue';

import type { AppContext } from '../../platform/app-context.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { checkedIfAhead, nextCheckAt } from '../payment-state.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { readProviderState } from '../provider-state/read-provider-state.ts';
import { subscriptionChecks, findSubscription, storeSubscription } from '../subscription-repository.ts';

const retryMs = hourMs;

/**
 * Reconciles one subscription that is due for a check, with its invoice and charges. Returns the number of checked
 * subscriptions: 0 or 1.
 */
export function reconcileSubscription(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { database, clock, log } = context;
  const nowMs = clock();
  const lease = { nowMs, limit: 1, changes: { check_at: nowMs + retryMs } };
  return processDue(database, subscriptionChecks, lease, async ({ id }) => {
    try {
      const state = await readProviderState(context, provider, { kind: 'subscription-with-charges', id });
      await database.db.transaction().execute(async (db) => {
        await applyProviderState(context, db, state);
        const row = await findSubscription(db, id);
        if (!row) return;
        await storeSubscription(
          db,
          checkedIfAhead({ ...row, check_at: nextCheckAt(row, nowMs) }, state.asOfMs),
        );
      });
    } catch (error) {
      const reason = provider.failureOf(error);
      if (!reason) throw error;
      log.warn({ subscription: id, reason }, 'subscription could not be checked');
    }
  });
}
