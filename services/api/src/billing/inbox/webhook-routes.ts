import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readBody } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { PaymentContext } from '../payment-context.ts';
import { storeWebhookEvent } from './inbox-repository.ts';

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
