import { addCustomer } from '../billing/customers.ts';
import { chargeInvoice, isBeingPaid } from '../billing/payments.ts';
import { startSubscription, updateSubscription, type Start } from '../billing/subscriptions.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Session } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';

/** Creates customer, subscription and first invoice of a session that is open. A second call changes nothing. */
export function completeSession(sandbox: Sandbox, session: Session, start: Start): void {
  if (session.status !== 'open') return;
  const { coupons, openings } = sandbox.state;
  const { params } = rowOf(openings, session.id);
  const [line] = session.line_items.data;
  if (!line) throw new Error('A session has a line item.');
  session.status = 'complete';
  session.client_secret = null;
  session.payment_status = start.outcome === 'succeeded' ? 'paid' : 'unpaid';
  const customer = session.customer ?? addCustomer(sandbox, session.customer_email).id;
  session.customer = customer;
  const coupon = coupons.get(params.discounts?.[0].coupon ?? '');
  if (coupon) coupon.times_redeemed += 1;

  const { description = null, metadata = {} } = params.subscription_data ?? {};
  const sold = { ...line, isTaxed: session.automatic_tax.enabled };
  const subscription = startSubscription(sandbox, sold, { customer, description, metadata }, start);
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  recordEvent(sandbox, 'checkout.session.completed', session);
}

/**
 * Ends a payment that takes days. Returns false if none is in progress. After a failure the session stays complete and
 * unpaid (https://docs.stripe.com/payments/checkout/fulfill-orders), and the subscription is past due or still incomplete. One that
 * has renewed stays as it is: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export function finishAsyncPayment(
  sandbox: Sandbox,
  session: Session,
  outcome: 'succeeded' | 'failed',
): boolean {
  const { invoices, subscriptions } = sandbox.state;
  const invoice = invoices.get(session.invoice ?? '');
  if (!invoice || !isBeingPaid(sandbox, invoice)) return false;
  const subscription = rowOf(subscriptions, session.subscription);
  chargeInvoice(sandbox, invoice, outcome);
  if (outcome === 'succeeded') {
    session.payment_status = 'paid';
    if (subscription.status === 'incomplete') updateSubscription(sandbox, subscription, { status: 'active' });
    recordEvent(sandbox, 'checkout.session.async_payment_succeeded', session);
    return true;
  }
  if (subscription.status === 'active' && subscription.latest_invoice === invoice.id)
    updateSubscription(sandbox, subscription, { status: 'past_due' });
  recordEvent(sandbox, 'checkout.session.async_payment_failed', session);
  return true;
}

/** The URL that the page redirects to, or null if it stays. */
export function redirectAfter({ id, return_url, redirect_on_completion }: Session): string | null {
  // Cards and bank accounts never need a redirect of their own, so `if_required` means none.
  if (redirect_on_completion !== 'always' || !return_url) return null;
  return return_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
