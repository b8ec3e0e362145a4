import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readBody } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { PaymentContext } from '../payment-context.ts';
import { storeWebhookEvent } from './inbox-repository.ts';

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
