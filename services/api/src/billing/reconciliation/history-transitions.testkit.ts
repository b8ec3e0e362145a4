/** What the provider stores about one purchase. */
export interface Purchase {
  readonly session: 'open' | 'complete' | 'expired';
  readonly isSessionPaid: boolean;
  readonly hasFirstPaymentFailed: boolean;
  readonly subscription:
    null | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled' | 'incomplete_expired';
  /** The status of the session's invoice. */
  readonly firstInvoice: null | 'open' | 'paid' | 'uncollectible' | 'void';
  /** The status of the latest invoice, which is the first one in the first period. */
  readonly invoice: Purchase['firstInvoice'];
  /** Periods started, including the first. */
  readonly periods: number;
  readonly cancelsAtPeriodEnd: boolean;
  readonly refund: null | 'succeeded' | 'failed';
  readonly dispute: null | 'open' | 'won' | 'lost';
}

export const newPurchase: Purchase = {
  session: 'open',
  isSessionPaid: false,
  hasFirstPaymentFailed: false,
  subscription: null,
  firstInvoice: null,
  invoice: null,
  periods: 0,
  cancelsAtPeriodEnd: false,
  refund: null,
  dispute: null,
};

export interface Transition {
  readonly step: string;
  /** The purchases that it can occur to: each named field has one of these values. */
  readonly from: { readonly [Field in keyof Purchase]?: readonly Purchase[Field][] };
  readonly to: Partial<Purchase> | ((purchase: Purchase) => Partial<Purchase>);
  readonly events: readonly string[];
  /** Stripe's documentation of the transition. */
  readonly source: string;
}

const docs = 'https://docs.stripe.com';
const statuses = `${docs}/billing/subscriptions/overview#subscription-statuses`;
const subscriptionEvents = `${docs}/billing/subscriptions/webhooks`;
const delayedPayments = `${docs}/payments/checkout/fulfill-orders#delayed-notification-payment-methods`;
const retries = `${docs}/billing/revenue-recovery/smart-retries`;
const invoiceStatuses = `${docs}/invoicing/overview#invoice-statuses`;

const changed = 'customer.subscription.updated';
const unpaid = { session: ['complete'], isSessionPaid: [false], firstInvoice: ['open'] } as const;
const pending = { ...unpaid, hasFirstPaymentFailed: [false] } as const;
const renewing = { isSessionPaid: [true], subscription: ['active'], invoice: ['paid'] } as const;
const owing = { isSessionPaid: [true], subscription: ['past_due', 'unpaid'], invoice: ['open'] } as const;
const nextPeriod = ({ periods }: Purchase) => ({ periods: periods + 1 });
const failedPeriod = (purchase: Purchase) =>
  ({ ...nextPeriod(purchase), subscription: 'past_due', invoice: 'open' }) as const;
const firstPaid = ({ periods, invoice }: Purchase) =>
  ({
    isSessionPaid: true,
    hasFirstPaymentFailed: false,
    firstInvoice: 'paid',
    invoice: periods === 1 ? 'paid' : invoice,
  }) as const;
/** A subscription is past due because of its latest invoice. */
const firstFailed = ({ periods, subscription }: Purchase) =>
  ({
    hasFirstPaymentFailed: true,
    subscription: periods === 1 && subscription === 'active' ? 'past_due' : subscription,
  }) as const;

/** Everything that happens to a purchase at the provider, as Stripe documents it. */
export const transitions: readonly Transition[] = [
  {
    step: 'completed',
    from: { session: ['open'] },
    to: {
      session: 'complete',
      isSessionPaid: true,
      subscription: 'active',
      firstInvoice: 'paid',
      invoice: 'paid',
      periods: 1,
    },
    events: ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'],
    source: `${docs}/payments/checkout/build-subscriptions`,
  },
  {
    step: 'completed with a delayed payment',
    from: { session: ['open'] },
    to: { session: 'complete', subscription: 'active', firstInvoice: 'open', invoice: 'open', periods: 1 },
    events: ['customer.subscription.created', 'checkout.session.completed'],
    source: delayedPayments,
  },
  {
    step: 'session expired',
    from: { session: ['open'] },
    to: { session: 'expired' },
    events: ['checkout.session.expired'],
    source: `${docs}/api/checkout/sessions/expire`,
  },
  {
    step: 'delayed payment succeeded',
    from: { ...pending, subscription: ['active', 'past_due', 'canceled'] },
    to: firstPaid,
    events: ['checkout.session.async_payment_succeeded', 'invoice.paid'],
    source: delayedPayments,
  },
  {
    step: 'failed payment of a canceled subscription succeeded at another attempt',
    from: { ...unpaid, hasFirstPaymentFailed: [true], subscription: ['canceled'], periods: [1] },
    to: firstPaid,
    events: ['invoice.paid'],
    source: `${docs}/billing/subscriptions/cancel`,
  },
  {
    step: 'renewed while the first payment is pending',
    from: { ...pending, subscription: ['active'], periods: [1] },
    to: (purchase) => ({ ...nextPeriod(purchase), invoice: 'paid' }),
    events: ['invoice.paid', changed],
    source: `${docs}/payments/sepa-debit`,
  },
  {
    step: 'renewal failed while the first payment is pending',
    from: { ...pending, subscription: ['active'], periods: [1] },
    to: failedPeriod,
    events: ['invoice.payment_failed', changed],
    source: `${docs}/payments/sepa-debit`,
  },
  {
    step: 'delayed payment failed, and is retried',
    from: { ...pending, subscription: ['active', 'past_due', 'canceled'] },
    to: firstFailed,
    events: ['checkout.session.async_payment_failed', 'invoice.payment_failed', changed],
    source: delayedPayments,
  },
  {
    step: 'delayed payment failed, and its invoice is uncollectible',
    from: { ...pending, subscription: ['active'], periods: [1] },
    to: { hasFirstPaymentFailed: true, firstInvoice: 'uncollectible', invoice: 'uncollectible' },
    events: ['checkout.session.async_payment_failed', 'invoice.marked_uncollectible', changed],
    source: statuses,
  },
  {
    step: 'delayed payment failed for good',
    from: { ...pending, subscription: ['active'], periods: [1] },
    to: { subscription: 'unpaid', hasFirstPaymentFailed: true },
    events: ['checkout.session.async_payment_failed', 'invoice.payment_failed', changed],
    source: statuses,
  },
  {
    step: 'delayed payment failed, and the subscription expired',
    from: { ...pending, subscription: ['active'], periods: [1] },
    to: { subscription: 'incomplete_expired', firstInvoice: 'void', invoice: 'void' },
    events: ['checkout.session.async_payment_failed', 'invoice.voided', changed],
    source: statuses,
  },
  {
    step: 'renewed',
    from: renewing,
    to: nextPeriod,
    events: ['invoice.paid', changed],
    source: subscriptionEvents,
  },
  {
    step: 'renewal failed',
    from: renewing,
    to: failedPeriod,
    events: ['invoice.payment_failed', changed],
    source: subscriptionEvents,
  },
  {
    step: 'renewal needs 3-D Secure',
    from: renewing,
    to: failedPeriod,
    events: ['invoice.payment_action_required', 'invoice.payment_failed', changed],
    source: `${docs}/billing/subscriptions/overview#requires-action`,
  },
  {
    step: 'retry failed',
    from: { ...owing, subscription: ['past_due'] },
    to: {},
    events: ['invoice.payment_failed'],
    source: retries,
  },
  {
    step: 'open invoice paid',
    from: owing,
    to: { subscription: 'active', invoice: 'paid' },
    events: ['invoice.paid', changed],
    source: statuses,
  },
  {
    step: 'retries ended as unpaid',
    from: { ...owing, subscription: ['past_due'] },
    to: { subscription: 'unpaid' },
    events: [changed],
    source: retries,
  },
  {
    step: 'retries ended as canceled',
    from: { ...owing, subscription: ['past_due'] },
    to: { subscription: 'canceled' },
    events: ['customer.subscription.deleted'],
    source: retries,
  },
  {
    step: 'invoice marked uncollectible',
    from: { isSessionPaid: [true], subscription: ['canceled', 'unpaid'], invoice: ['open'] },
    to: { invoice: 'uncollectible' },
    events: ['invoice.marked_uncollectible'],
    source: invoiceStatuses,
  },
  {
    step: 'invoice voided',
    from: { isSessionPaid: [true], subscription: ['canceled', 'unpaid'], invoice: ['open'] },
    to: { invoice: 'void' },
    events: ['invoice.voided'],
    source: invoiceStatuses,
  },
  {
    step: 'cancellation at the end of the period changed',
    from: { isSessionPaid: [true], subscription: ['active', 'past_due', 'unpaid'] },
    to: ({ cancelsAtPeriodEnd }) => ({ cancelsAtPeriodEnd: !cancelsAtPeriodEnd }),
    events: [changed],
    source: `${docs}/billing/subscriptions/cancel`,
  },
  {
    step: 'paused',
    from: { isSessionPaid: [true], subscription: ['active'] },
    to: { subscription: 'paused' },
    events: ['customer.subscription.paused'],
    source: `${docs}/billing/subscriptions/trials/free-trials`,
  },
  {
    step: 'resumed',
    from: { subscription: ['paused'] },
    to: { subscription: 'active' },
    events: ['customer.subscription.resumed'],
    source: `${docs}/api/subscriptions/resume`,
  },
  {
    step: 'canceled',
    from: { subscription: ['active', 'past_due', 'unpaid', 'paused'] },
    to: { subscription: 'canceled' },
    events: ['customer.subscription.deleted'],
    source: `${docs}/api/subscriptions/cancel`,
  },
  {
    step: 'refunded',
    from: { isSessionPaid: [true], refund: [null, 'failed'] },
    to: { refund: 'succeeded' },
    events: ['refund.created', 'charge.refunded'],
    source: `${docs}/refunds`,
  },
  {
    step: 'refund failed',
    from: { refund: ['succeeded'] },
    to: { refund: 'failed' },
    events: ['refund.failed', 'refund.updated'],
    source: `${docs}/refunds#failed-refunds`,
  },
  {
    step: 'disputed',
    from: { isSessionPaid: [true], dispute: [null] },
    to: { dispute: 'open' },
    events: ['charge.dispute.created'],
    source: `${docs}/disputes/how-disputes-work`,
  },
  {
    step: 'dispute won',
    from: { dispute: ['open'] },
    to: { dispute: 'won' },
    events: ['charge.dispute.closed'],
    source: `${docs}/api/disputes/object#dispute_object-status`,
  },
  {
    step: 'dispute lost',
    from: { dispute: ['open'] },
    to: { dispute: 'lost' },
    events: ['charge.dispute.closed'],
    source: `${docs}/api/disputes/object#dispute_object-status`,
  },
];

const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value);

const canOccur = (purchase: Purchase, { from }: Transition): boolean =>
  Object.entries(from).every(([field, values]) => isOneOf(values, Reflect.get(purchase, field)));

/** The transitions that can occur to a purchase next. */
export const possibleTransitions = (purchase: Purchase): readonly Transition[] =>
  transitions.filter((transition) => canOccur(purchase, transition));

export function applyTransition(purchase: Purchase, { to }: Transition): Purchase {
  return { ...purchase, ...(typeof to === 'function' ? to(purchase) : to) };
}
