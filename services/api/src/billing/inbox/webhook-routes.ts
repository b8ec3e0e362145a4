import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readBody } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { PaymentContext } from '../payment-context.ts';
import { storeWebhookEvent } from './inbox-repository.ts';

const otherMode =
  'webhook event of the other mode ignored: STRIPE_WEBHOOK_SECRET contains the secret of its endpoint';

/** Verifies and stores a webhook event before it responds. The event is processed later. */
export function webhookRoutes(
  { payments, database, clock, log }: PaymentContext,
  onStored: () => void,
): PublicHandlers<'receiveStripeEvent'> {
  return {
    async receiveStripeEvent(ctx) {
      if (!payments) throw problem('payments-not-configured');
      const event = payments.parseWebhookEvent(await readBody(ctx), ctx.get('Stripe-Signature'));
      if (event.isOtherMode) {
        // Its objects do not exist in the mode of the key. Another response than 200 would be repeated for days.
        log.warn({ event: event.id, type: event.type }, otherMode);
      } else {
        await storeWebhookEvent(database.db, event, clock());
        onStored();
      }
      ctx.body = { received: true };
    },
  };
}
