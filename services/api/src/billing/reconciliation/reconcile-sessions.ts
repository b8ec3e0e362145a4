import { processDue } from '@funnel/service-kit/jobs/queue';

import { isPriceHonored } from '../../offer/offer.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { nextSessionCheck, sessionChecks } from '../checkout-session-repository.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { expireSession, refreshSession } from '../provider-state/refresh-session.ts';

/**
 * Reconciles one session that is due for a check, because its webhook event may be lost, or expires it if its price is
 * no longer honored. Returns the number of checked sessions: 0 or 1.
 */
export function reconcileSession(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { database, clock, log } = context;
  return processDue(database, sessionChecks, nextSessionCheck(clock()), async (row) => {
    try {
      const isOver = row.status === 'open' && !(await isPriceHonored(context, row));
      await (isOver ? expireSession : refreshSession)(context, provider, row);
    } catch (error) {
      const reason = provider.failureOf(error);
      if (!reason) throw error;
      log.warn({ checkoutSession: row.id, reason }, 'session could not be checked');
    }
  });
}
