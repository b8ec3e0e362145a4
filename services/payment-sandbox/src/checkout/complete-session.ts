import { customerObject } from '../billing/customer-object.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { SessionRecord } from '../state/records.ts';
import { sessionObject } from './session-object.ts';

function customerIdFor(sandbox: Sandbox, session: SessionRecord): string {
  if (session.customerId !== null) return session.customerId;
  const customer = {
    id: newId('cus'),
    created: nowSeconds(sandbox),
    email: session.customerEmail,
    name: null,
    metadata: {},
  };
  sandbox.state.customers.set(customer.id, customer);
  recordEvent(sandbox, 'customer.created', customerObject(customer));
  return customer.id;
}

/** The card went through: customer, subscription and first invoice come to be, once, whoever asks how often. */
export function completeSession(sandbox: Sandbox, session: SessionRecord): void {
  if (session.status !== 'open') return;
  session.status = 'complete';
  session.customerId = customerIdFor(sandbox, session);
  const coupon = session.couponId === null ? undefined : sandbox.state.coupons.get(session.couponId);
  if (coupon) coupon.timesRedeemed += 1;

  const { subscription, invoice } = startSubscription(sandbox, {
    customerId: session.customerId,
    priceId: session.priceId,
    quantity: session.quantity,
    currency: session.currency,
    subtotalMinor: session.subtotalMinor,
    discountMinor: session.discountMinor,
    description: session.subscriptionDescription,
    metadata: session.subscriptionMetadata,
  });
  session.subscriptionId = subscription.id;
  session.invoiceId = invoice.id;
  recordEvent(sandbox, 'checkout.session.completed', sessionObject(session));
}

/** Where the buyer's browser goes next; null where the page itself takes over. */
export function redirectAfter(session: SessionRecord): string | null {
  if (session.redirectOnCompletion !== 'always' || session.returnUrl === null) return null;
  return session.returnUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
