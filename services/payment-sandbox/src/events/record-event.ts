import Stripe from 'stripe';

import { serialize } from '../protocol/serialize.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, type Event } from '../state/objects.ts';

type Type = Stripe.Event['type'];
/** The kind of object that an event of this type is about. */
type Kind<Of extends Type> = Extract<Stripe.Event, { type: Of }>['data']['object']['object'];

/** Stores a snapshot of the object and queues its delivery. */
export function recordEvent<Of extends Type>(
  sandbox: Sandbox,
  type: Of,
  object: { readonly object: Kind<Of> },
  previous?: object,
): void {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: nowSeconds(sandbox),
    data: { object: serialize(sandbox.state, object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: null },
    type,
  };
  sandbox.state.events.set(event.id, event);
  sandbox.deliveries.enqueue(event.id);
}
