import type Stripe from 'stripe';

import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';

/** The events that the sandbox sends, each with the object that it is about. */
interface EventObjects {
  'checkout.session.completed': Stripe.Checkout.Session;
  'checkout.session.expired': Stripe.Checkout.Session;
  'customer.created': Stripe.Customer;
  'customer.subscription.created': Stripe.Subscription;
  'customer.subscription.updated': Stripe.Subscription;
  'customer.subscription.deleted': Stripe.Subscription;
  'invoice.paid': Stripe.Invoice;
  'invoice.payment_failed': Stripe.Invoice;
}

/** Keeps a snapshot of the object as it is now, and queues its delivery. */
export function recordEvent<Type extends keyof EventObjects>(
  sandbox: Sandbox,
  type: Type,
  object: EventObjects[Type],
  previousAttributes: Partial<EventObjects[Type]> | null = null,
): void {
  const event = {
    id: newId('evt'),
    created: nowSeconds(sandbox),
    type,
    object: JSON.parse(JSON.stringify(object)),
    previousAttributes,
  };
  sandbox.state.events.set(event.id, event);
  sandbox.deliveries.enqueue(event.id);
}
