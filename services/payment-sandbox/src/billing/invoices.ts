import type Stripe from 'stripe';

import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { Charge, Invoice, InvoicePayment, PaymentIntent, Subscription } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';
import { base } from './catalog.ts';

/** The outcome of a payment. A pending payment, such as a bank debit, ends later. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'pending';

const intentStatus = {
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
  pending: 'processing',
} as const satisfies Record<PaymentOutcome, Stripe.PaymentIntent.Status>;

/** Creates the one payment of an invoice, which all attempts share. */
function openPayment(sandbox: Sandbox, invoice: Invoice): void {
  const common = { ...base(sandbox), currency: invoice.currency };
  const intent: PaymentIntent = {
    ...common,
    id: newId('pi'),
    object: 'payment_intent',
    amount: invoice.total,
    amount_received: 0,
    customer: invoice.customer,
    latest_charge: null,
    metadata: {},
    status: 'requires_payment_method',
  };
  const payment: InvoicePayment = {
    ...common,
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.total,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  sandbox.state.paymentIntents.set(intent.id, intent);
  sandbox.state.invoicePayments.set(payment.id, payment);
}

function paymentOf({ state }: Sandbox, invoice: Invoice): { payment: InvoicePayment; intent: PaymentIntent } {
  const payment = [...state.invoicePayments.values()].find((row) => row.invoice === invoice.id);
  if (!payment) throw new Error(`${invoice.id} has no payment.`);
  return { payment, intent: rowOf(state.paymentIntents, payment.payment.payment_intent) };
}

export function isBeingPaid(sandbox: Sandbox, invoice: Invoice): boolean {
  return paymentOf(sandbox, invoice).intent.status === 'processing';
}

/** The pending charge, or a new one. */
function chargeOf(sandbox: Sandbox, intent: PaymentIntent): Charge {
  const { charges } = sandbox.state;
  const latest = charges.get(intent.latest_charge ?? '');
  if (latest?.status === 'pending') return latest;
  const charge: Charge = {
    ...base(sandbox),
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: true,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: null,
    failure_message: null,
    metadata: {},
    paid: false,
    payment_intent: intent.id,
    refunded: false,
    status: 'pending',
  };
  charges.set(charge.id, charge);
  return charge;
}

/** Charges an open invoice, or completes its pending charge. */
export function chargeInvoice(sandbox: Sandbox, invoice: Invoice, outcome: PaymentOutcome): void {
  const { payment, intent } = paymentOf(sandbox, invoice);
  const charge = chargeOf(sandbox, intent);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  intent.latest_charge = charge.id;
  intent.status = intentStatus[outcome];
  charge.status = outcome;
  if (outcome === 'failed') {
    charge.failure_code = 'card_declined';
    charge.failure_message = 'Your card was declined.';
  }
  if (outcome !== 'succeeded') return;
  const paid_at = nowSeconds(sandbox);
  charge.paid = true;
  charge.amount_captured = charge.amount;
  intent.amount_received = intent.amount;
  Object.assign(payment, { status: 'paid', amount_paid: intent.amount });
  payment.status_transitions.paid_at = paid_at;
  Object.assign(invoice, { status: 'paid', amount_paid: invoice.total, amount_remaining: 0 });
  invoice.status_transitions.paid_at = paid_at;
}

interface Terms {
  readonly billing_reason: 'subscription_create' | 'subscription_cycle';
  readonly discountMinor: number;
}

/** Issues an open invoice for the current period and makes it the subscription's latest. */
export function issueInvoice(sandbox: Sandbox, subscription: Subscription, terms: Terms): Invoice {
  const { customers, invoices, products } = sandbox.state;
  const [item] = subscription.items.data;
  const { currency, customer, metadata } = subscription;
  const subtotal = item.quantity * (item.price.currency_options[currency]?.unit_amount ?? 0);
  const total = subtotal - terms.discountMinor;
  const id = newId('in');
  const created = item.current_period_start;
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    billing_reason: terms.billing_reason,
    collection_method: 'charge_automatically',
    created,
    currency,
    customer,
    customer_email: rowOf(customers, customer).email,
    lines: {
      object: 'list',
      data: [
        {
          id: newId('il'),
          object: 'line_item',
          amount: subtotal,
          currency,
          description: `${item.quantity} × ${rowOf(products, item.price.product).name}`,
          invoice: id,
          livemode: false,
          period: { start: created, end: item.current_period_end },
          quantity: item.quantity,
        },
      ],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    number: `SANDBOX-${String(invoices.size + 1).padStart(4, '0')}`,
    parent: {
      subscription_details: { metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    status: 'open',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    total,
  };
  invoices.set(id, invoice);
  subscription.latest_invoice = id;
  openPayment(sandbox, invoice);
  return invoice;
}
