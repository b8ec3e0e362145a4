import type Stripe from 'stripe';

import type { InvoiceState } from '../payment-provider.ts';
import { isUncollected } from '../payment-state.ts';
import { isInvalidRequest } from './catalog.ts';

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const paymentStates: Readonly<Record<string, InvoiceState['payment']>> = {
  requires_payment_method: 'failed',
  canceled: 'failed',
  requires_action: 'waits-for-buyer',
  requires_confirmation: 'waits-for-buyer',
  processing: 'in-progress',
  // Its invoice is paid a moment later.
  succeeded: 'in-progress',
};

/** Statuses of invoices that can be paid. https://docs.stripe.com/invoicing/overview#invoice-statuses */
const payable: readonly (string | null)[] = ['open', 'uncollectible'];

async function readPayment(
  stripe: Stripe,
  { id, status }: Stripe.Invoice,
  options: Stripe.RequestOptions,
): Promise<InvoiceState['payment']> {
  if (!payable.includes(status)) return null;
  // Five levels below a subscription, more than the API expands: https://docs.stripe.com/expand
  const expand = ['data.payment.payment_intent'];
  const { data } = await stripe.invoicePayments.list({ invoice: id, limit: 1, expand }, options);
  const intent = data[0]?.payment.payment_intent;
  return typeof intent === 'object' ? (paymentStates[intent.status] ?? null) : null;
}

/** Returns the state of an invoice that a response has expanded, with its payment if that is to be read. */
export async function readInvoiceState(
  stripe: Stripe,
  invoice: Stripe.Invoice | string | null,
  options: Stripe.RequestOptions,
  { withPayment = true } = {},
): Promise<InvoiceState | null> {
  if (invoice === null || typeof invoice === 'string') return null;
  return {
    status: invoice.status,
    payment: withPayment ? await readPayment(stripe, invoice, options) : null,
  };
}

/** Voids the invoices of a subscription that has ended, which could still be paid. Those whose payment is in progress stay. */
export async function voidUnpaidInvoices(
  stripe: Stripe,
  subscription: string,
  options: Stripe.RequestOptions,
): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 }, options);
  for (const invoice of data) {
    if (!isUncollected(await readInvoiceState(stripe, invoice, options))) continue;
    try {
      await stripe.invoices.voidInvoice(invoice.id, {}, options);
    } catch (error) {
      // It was paid or voided meanwhile.
      if (!isInvalidRequest(error)) throw error;
    }
  }
}
