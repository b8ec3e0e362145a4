import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';

import type { AppContext } from '../../platform/app-context.ts';
import { processWebhookEvents } from '../inbox/process-webhook-events.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { reconcileSession } from './reconcile-sessions.ts';
import { reconcileSubscription } from './reconcile-subscriptions.ts';

/** Starts the workers that process webhook events and reconcile state with the provider. */
export function startPaymentWorkers(
  context: AppContext,
  provider: PaymentProvider,
): { inbox: Worker; checks: Worker } {
  const { log } = context;
  // Creates the catalog before the first buyer arrives. A checkout that comes earlier creates it, too.
  provider.prepareCatalog().then(
    (reasons) => {
      for (const reason of reasons) log.warn({ reason }, 'part of the catalog cannot be sold');
    },
    (error: unknown) => {
      const reason = provider.failureOf(error);
      log.warn(reason ? { reason } : { err: error }, 'catalog could not be set up');
    },
  );
  return {
    inbox: startWorker({
      name: 'inbox',
      run: () => processWebhookEvents(context, provider),
      idleMs: 2_000,
      log,
    }),
    checks: startWorker({
      name: 'payment-checks',
      run: async () =>
        (await reconcileSession(context, provider)) + (await reconcileSubscription(context, provider)),
      idleMs: 30_000,
      log,
    }),
  };
}
