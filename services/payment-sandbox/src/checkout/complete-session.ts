import { createCustomer } from '../billing/create-customer.ts';
import { chargeInvoice, isBeingPaid } from '../billing/invoices.ts';
import { endSubscription, startSubscription } from '../billing/subscriptions.ts';
import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import type { Session } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';

/** Creates customer, subscription and first invoice of a session that is open. A second call changes nothing. */
export function completeSession(sandbox: Sandbox, session: Session, outcome: 'succeeded' | 'pending'): void {
  if (session.status !== 'open') return;
  const { coupons, openings } = sandbox.state;
  const { params } = rowOf(openings, session.id);
  session.status = 'complete';
  session.client_secret = null;
  session.payment_status = outcome === 'succeeded' ? 'paid' : 'unpaid';
  const customer = createCustomer(sandbox, session.customer_email).id;
  session.customer = customer;
  const coupon = coupons.get(params.discounts?.[0].coupon ?? '');
  if (coupon) coupon.times_redeemed += 1;

  const { description = null, metadata = {} } = params.subscription_data ?? {};
  const subscription = startSubscription(sandbox, session, { customer, description, metadata }, outcome);
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  recordEvent(sandbox, 'checkout.session.completed', session);
}

/** Ends a payment that takes days. Returns false if none is in progress. A failed payment ends the subscription too. */
export function finishAsyncPayment(
  sandbox: Sandbox,
  session: Session,
  outcome: 'succeeded' | 'failed',
): boolean {
  const { invoices, subscriptions } = sandbox.state;
  const invoice = invoices.get(session.invoice ?? '');
  if (!invoice || !isBeingPaid(sandbox, invoice)) return false;
  chargeInvoice(sandbox, invoice, outcome);
  if (outcome === 'succeeded') {
    session.payment_status = 'paid';
    recordEvent(sandbox, 'invoice.paid', invoice);
    recordEvent(sandbox, 'checkout.session.async_payment_succeeded', session);
    return true;
  }
  recordEvent(sandbox, 'invoice.payment_failed', invoice);
  const subscription = rowOf(subscriptions, session.subscription);
  if (subscription.status !== 'canceled') endSubscription(sandbox, subscription, nowSeconds(sandbox));
  recordEvent(sandbox, 'checkout.session.async_payment_failed', session);
  return true;
}

/** The URL that the page redirects to, or null if it stays. */
export function redirectAfter({ id, return_url, redirect_on_completion }: Session): string | null {
  // Cards and bank accounts never need a redirect of their own, so `if_required` means none.
  if (redirect_on_completion !== 'always' || !return_url) return null;
  return return_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
