import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readBody } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { PaymentContext } from '../payment-context.ts';
import { storeWebhookEvent } from './inbox-repository.ts';

const testEventIgnored =
  'test event ignored: the key is live, but STRIPE_WEBHOOK_SECRET also has the secret of a test endpoint';

/** Verifies and stores a webhook event of the key's mode before it responds. The event is processed later. */
export function webhookRoutes(
  { payments, database, clock, log }: PaymentContext,
  onStored: () => void,
): PublicHandlers<'receiveStripeEvent'> {
  return {
    async receiveStripeEvent(ctx) {
      if (!payments) throw problem('payments-not-configured');
      const event = payments.parseWebhookEvent(await readBody(ctx), ctx.get('Stripe-Signature'));
      if (event.isForTests) {
        // Its objects do not exist in the live mode. After another response than 200 it would be sent again for days.
        log.warn({ event: event.id, type: event.type }, testEventIgnored);
      } else {
        await storeWebhookEvent(database.db, event, clock());
        onStored();
      }
      ctx.body = { received: true };
    },
  };
}
