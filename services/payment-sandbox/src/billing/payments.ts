import type Stripe from 'stripe';

import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import {
  newId,
  type Charge,
  type Invoice,
  type InvoicePayment,
  type PaymentIntent,
} from '../state/objects.ts';
import { rowOf } from '../state/state.ts';
import { commonFields } from './catalog.ts';

/** The outcome of a payment. A pending one, such as a bank debit, ends later; the buyer can still authenticate another. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'pending' | 'action-required';

const intentStatus = {
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
  pending: 'processing',
  'action-required': 'requires_action',
} as const satisfies Record<PaymentOutcome, Stripe.PaymentIntent.Status>;

/** Creates the one payment of an invoice, which all attempts share. */
export function openPayment(sandbox: Sandbox, invoice: Invoice): void {
  const common = { ...commonFields(sandbox), currency: invoice.currency };
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
  recordEvent(sandbox, 'payment_intent.created', intent);
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
    ...commonFields(sandbox),
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
  intent.latest_charge = charge.id;
  return charge;
}

function markPaid(sandbox: Sandbox, invoice: Invoice, charge: Charge): void {
  const { payment, intent } = paymentOf(sandbox, invoice);
  const paid_at = nowSeconds(sandbox);
  Object.assign(charge, { paid: true, amount_captured: charge.amount });
  intent.amount_received = intent.amount;
  Object.assign(payment, { status: 'paid', amount_paid: intent.amount });
  payment.status_transitions.paid_at = paid_at;
  Object.assign(invoice, { status: 'paid', amount_paid: invoice.total, amount_remaining: 0 });
  invoice.status_transitions.paid_at = paid_at;
  recordEvent(sandbox, 'charge.succeeded', charge);
  recordEvent(sandbox, 'payment_intent.succeeded', intent);
  recordEvent(sandbox, 'invoice_payment.paid', payment);
  recordEvent(sandbox, 'invoice.paid', invoice);
  recordEvent(sandbox, 'invoice.payment_succeeded', invoice);
}

/**
 * Charges an open invoice, or completes its pending charge, and sends the events of the payment.
 * https://docs.stripe.com/billing/subscriptions/webhooks
 */
export function chargeInvoice(sandbox: Sandbox, invoice: Invoice, outcome: PaymentOutcome): void {
  const { intent } = paymentOf(sandbox, invoice);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  intent.status = intentStatus[outcome];
  if (outcome === 'action-required') {
    // Nothing is charged before the buyer has authenticated the payment.
    recordEvent(sandbox, 'payment_intent.requires_action', intent);
    recordEvent(sandbox, 'invoice.payment_action_required', invoice);
    recordEvent(sandbox, 'invoice.payment_failed', invoice);
    return;
  }
  const charge = chargeOf(sandbox, intent);
  charge.status = outcome;
  if (outcome === 'succeeded') return markPaid(sandbox, invoice, charge);
  if (outcome === 'pending') {
    recordEvent(sandbox, 'charge.pending', charge);
    recordEvent(sandbox, 'payment_intent.processing', intent);
    return;
  }
  charge.failure_code = 'card_declined';
  charge.failure_message = 'Your card was declined.';
  recordEvent(sandbox, 'charge.failed', charge);
  recordEvent(sandbox, 'payment_intent.payment_failed', intent);
  recordEvent(sandbox, 'invoice.payment_failed', invoice);
}
