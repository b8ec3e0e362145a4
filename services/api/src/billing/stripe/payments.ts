import type Stripe from 'stripe';

import type { PaymentProvider, ProviderPayment } from '../payment-provider.ts';
import { idOf } from './id-of.ts';

/*
 * Field names are those of the API version of the library, 2026-10-28: an invoice names its subscription in `parent`, and its
 * payments are separate objects that lead from a payment intent to the invoice.
 * https://docs.stripe.com/api/invoices/object, https://docs.stripe.com/api/invoice-payment/object
 */

const currencyOf = ({ currency }: { currency: string }) => currency.toUpperCase();

/** The payment of an invoice, or null while it is not paid or if it bills no subscription. */
export function toInvoicePayment(invoice: Stripe.Invoice): ProviderPayment | null {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if (invoice.status !== 'paid' || !subscriptionId) return null;
  return {
    id: invoice.id,
    kind: invoice.billing_reason === 'subscription_create' ? 'first' : 'renewal',
    subscriptionId,
    amountMinor: invoice.amount_paid,
    currency: currencyOf(invoice),
    atMs: (invoice.status_transitions.paid_at ?? invoice.created) * 1000,
  };
}

/** Statuses of refunds whose money stays here. https://docs.stripe.com/api/refunds/object#refund_object-status */
const endedRefunds: readonly (string | null)[] = ['failed', 'canceled'];

/**
 * Statuses of disputes in which the buyer's bank has not withdrawn the money, or has returned it. The others are open or lost.
 * https://docs.stripe.com/api/disputes/object#dispute_object-status, https://docs.stripe.com/disputes/how-disputes-work
 */
const costlessDisputes: readonly Stripe.Dispute.Status[] = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'won',
];

type Returned = Stripe.Refund | Stripe.Dispute;

const movesMoney = (returned: Returned): boolean =>
  returned.object === 'refund'
    ? !endedRefunds.includes(returned.status)
    : !costlessDisputes.includes(returned.status);

/** The refunds and disputes that moved the money of a subscription. */
export const toReturnedPayments = (all: readonly Returned[], subscriptionId: string): ProviderPayment[] =>
  all.filter(movesMoney).map((returned) => ({
    id: returned.id,
    kind: returned.object,
    subscriptionId,
    amountMinor: returned.amount,
    currency: currencyOf(returned),
    atMs: returned.created * 1000,
  }));

const limit = 100;

/** Reads what was paid, and what went back. */
export function createPaymentReader(
  stripe: Stripe,
): Pick<PaymentProvider, 'readPaidInvoices' | 'readAllPayments'> {
  async function paidInvoices(filter: Stripe.InvoiceListParams): Promise<Stripe.Invoice[]> {
    const invoices: Stripe.Invoice[] = [];
    for await (const invoice of stripe.invoices.list({ ...filter, status: 'paid', limit }))
      invoices.push(invoice);
    return invoices;
  }

  return {
    readPaidInvoices: async (subscription) =>
      (await paidInvoices({ subscription })).flatMap((invoice) => toInvoicePayment(invoice) ?? []),

    async readAllPayments() {
      // Other products may use the same account.
      const invoices = (await paidInvoices({})).filter(
        ({ parent }) => parent?.subscription_details?.metadata?.['visit_id'],
      );
      const payments = invoices.flatMap((invoice) => toInvoicePayment(invoice) ?? []);
      const subscriptionOfInvoice = new Map(payments.map(({ id, subscriptionId }) => [id, subscriptionId]));
      const subscriptionOfIntent = new Map<string, string>();
      for await (const { invoice, payment } of stripe.invoicePayments.list({ limit })) {
        const subscriptionId = subscriptionOfInvoice.get(idOf(invoice) ?? '');
        const intent = idOf(payment.payment_intent);
        if (subscriptionId && intent) subscriptionOfIntent.set(intent, subscriptionId);
      }
      const add = (returned: Returned) => {
        const subscriptionId = subscriptionOfIntent.get(idOf(returned.payment_intent) ?? '');
        if (subscriptionId) payments.push(...toReturnedPayments([returned], subscriptionId));
      };
      for await (const refund of stripe.refunds.list({ limit })) add(refund);
      for await (const dispute of stripe.disputes.list({ limit })) add(dispute);
      return payments;
    },
  };
}
