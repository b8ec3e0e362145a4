import type { PublicHandlers } from '../../platform/http/endpoint-router.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { problem } from '../../platform/problem.ts';
import { storeWebhookEvent } from './inbox-repository.ts';
import type { PaymentContext } from '../payment-context.ts';

/** Checks, stores, answers; what the event means is worked out afterwards. */
export function webhookRoutes(
  { payments, database, clock }: PaymentContext,
  onKept: () => void,
): PublicHandlers<'receiveStripeEvent'> {
  return {
    async receiveStripeEvent(ctx) {
      if (!payments) throw problem('payments-not-configured');
      const message = payments.parseWebhookEvent(await readBody(ctx), ctx.get('Stripe-Signature'));
      await storeWebhookEvent(database.db, message, clock());
      onKept();
      ctx.body = { received: true };
    },
  };
}
