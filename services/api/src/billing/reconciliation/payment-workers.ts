import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';

import type { AppContext } from '../../platform/app-context.ts';
import { processWebhookEvents } from '../inbox/process-webhook-events.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { reconcileSession } from './reconcile-sessions.ts';
import { reconcileSubscription } from './reconcile-subscriptions.ts';

/** Starts what happens after the provider was answered. */
export function startPaymentWorkers(
  context: AppContext,
  provider: PaymentProvider,
): { inbox: Worker; checks: Worker } {
  const { log } = context;
  // So that what is on sale exists before the first buyer comes; whoever cannot wait for it sees to it again.
  provider.prepareCatalog().catch((error: unknown) => {
    const reason = provider.failureOf(error);
    log.warn(reason ? { reason } : { err: error }, 'what is on sale could not be set up');
  });
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
