import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { readBody } from '../platform/http/json-body.ts';
import { problem } from '../platform/problem.ts';
import { storeWebhookEvent } from './inbox-repository.ts';
import type { PaymentContext } from './payment-context.ts';

/** Verifies and stores a webhook event before it responds. The event is processed later. */
export function webhookRoutes(
  { payments, database, clock }: PaymentContext,
  onStored: () => void,
): PublicHandlers<'receiveStripeEvent'> {
  return {
    async receiveStripeEvent(ctx) {
      if (!payments) throw problem('payments-not-configured');
      const event = payments.parseWebhookEvent(await readBody(ctx), ctx.get('Stripe-Signature'));
      await storeWebhookEvent(database.db, event, clock());
      onStored();
      ctx.body = { received: true };
    },
  };
}
