import {
  applyTransition,
  newPurchase,
  type Purchase,
  type Transition,
} from './history-transitions.testkit.ts';

/** The state that must be stored after a history. */
export interface Expected {
  readonly session: 'open' | 'processing' | 'paid' | 'expired';
  readonly purchases: 0 | 1;
  readonly subscription: null | {
    readonly status: Purchase['subscription'];
    readonly hasAccess: boolean;
    readonly periods: number;
    readonly cancelsAtPeriodEnd: boolean;
    readonly lastInvoice: Purchase['invoice'];
    readonly wasRefunded: boolean;
    readonly dispute: Purchase['dispute'];
  };
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const ended: readonly Purchase['subscription'][] = ['canceled', 'incomplete_expired'];
/** During the retries a buyer keeps access; afterwards it is revoked. https://docs.stripe.com/billing/subscriptions/overview */
const granting: readonly Purchase['subscription'][] = ['active', 'past_due'];

/**
 * A first payment that failed leaves nothing to pay: the subscription is canceled and its unpaid invoices are void, so that
 * the buyer can try again.
 */
const afterCancellation = (purchase: Purchase): Purchase =>
  purchase.hasFirstPaymentFailed
    ? {
        ...purchase,
        subscription: 'canceled',
        firstInvoice: 'void',
        invoice: purchase.invoice === 'paid' ? 'paid' : 'void',
      }
    : purchase;

function sessionOf({ session, isSessionPaid, subscription, firstInvoice }: Purchase): Expected['session'] {
  if (session !== 'complete') return session;
  if (isSessionPaid) return 'paid';
  // A cancellation does not stop the debit. Its invoice is void as soon as the debit has failed.
  if (subscription === 'canceled' && firstInvoice === 'open') return 'processing';
  return ended.includes(subscription) ? 'expired' : 'processing';
}

/** Computes the expected state from the whole history in its true order, which the service never sees. */
export function expectedOf(steps: readonly Transition[]): Expected {
  const purchase = afterCancellation(steps.reduce(applyTransition, newPurchase));
  const { subscription: status, isSessionPaid, periods, cancelsAtPeriodEnd, refund, dispute } = purchase;
  return {
    session: sessionOf(purchase),
    purchases: isSessionPaid ? 1 : 0,
    subscription: status && {
      status,
      hasAccess: isSessionPaid && granting.includes(status),
      periods,
      cancelsAtPeriodEnd,
      lastInvoice: purchase.invoice,
      wasRefunded: refund === 'succeeded',
      dispute,
    },
  };
}
