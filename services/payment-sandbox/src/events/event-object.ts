import Stripe from 'stripe';

import type { EventRecord } from '../state/records.ts';

/** As `Stripe.EventBase`, its type any of those in `record-event.ts`. */
export function eventObject(event: EventRecord) {
  const base = {
    id: event.id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previousAttributes ? { previous_attributes: event.previousAttributes } : {}),
    },
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: null },
  } satisfies Partial<Stripe.EventBase>;
  return { ...base, type: event.type };
}
