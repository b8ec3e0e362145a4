import { recordEvent } from '../events/record-event.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find, StripeError } from '../protocol/stripe-error.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, type Invoice, type Subscription } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';
import { openPayment } from './payments.ts';
import { automaticTax, includedTaxMinor } from './tax.ts';

interface Terms {
  readonly billing_reason: 'subscription_create' | 'subscription_cycle' | 'upcoming';
  readonly discountMinor: number;
}

/** A draft for the subscription's current period. It is not stored. */
export function draftInvoice(sandbox: Sandbox, subscription: Subscription, terms: Terms): Invoice {
  const { customers, products } = sandbox.state;
  const [item] = subscription.items.data;
  const { currency, customer, metadata } = subscription;
  const { discountMinor } = terms;
  const subtotal = item.quantity * (item.price.currency_options[currency]?.unit_amount ?? 0);
  const total = subtotal - discountMinor;
  const tax = includedTaxMinor(total, subscription.automatic_tax.enabled);
  const id = newId('in');
  const created = item.current_period_start;
  const period = { start: created, end: item.current_period_end };
  const discount = newId('di');
  return {
    id,
    object: 'invoice',
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { ...automaticTax(subscription.automatic_tax.enabled), disabled_reason: null },
    billing_reason: terms.billing_reason,
    collection_method: 'charge_automatically',
    created,
    currency,
    customer,
    customer_email: rowOf(customers, customer).email,
    discounts: discountMinor > 0 ? [discount] : [],
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
          period,
          quantity: item.quantity,
        },
      ],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    total,
    total_discount_amounts: discountMinor > 0 ? [{ amount: discountMinor, discount }] : [],
    total_excluding_tax: total - tax,
    total_taxes:
      tax > 0
        ? [
            {
              amount: tax,
              tax_behavior: 'inclusive',
              tax_rate_details: null,
              taxability_reason: 'standard_rated',
              taxable_amount: total - tax,
              type: 'tax_rate_details',
            },
          ]
        : [],
  };
}

/** Creates a draft for the current period and makes it the subscription's latest invoice. */
export function createInvoice(sandbox: Sandbox, subscription: Subscription, terms: Terms): Invoice {
  const invoice = draftInvoice(sandbox, subscription, terms);
  sandbox.state.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  recordEvent(sandbox, 'invoice.created', invoice);
  return invoice;
}

/** Makes a draft due. */
export function finalizeInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  invoice.status = 'open';
  invoice.number = `SANDBOX-${String(sandbox.state.invoices.size).padStart(4, '0')}`;
  invoice.status_transitions.finalized_at = invoice.created;
  openPayment(sandbox, invoice);
  recordEvent(sandbox, 'invoice.finalized', invoice);
  return invoice;
}

/** The statuses that each end of an unpaid invoice may follow. https://docs.stripe.com/invoicing/overview#invoice-statuses */
const closable: Readonly<Record<'uncollectible' | 'void', readonly Invoice['status'][]>> = {
  uncollectible: ['open'],
  void: ['open', 'uncollectible'],
};

/** Ends an invoice without a payment, unless it has another status. */
export function closeInvoice(sandbox: Sandbox, invoice: Invoice, status: keyof typeof closable): void {
  if (!closable[status].includes(invoice.status)) return;
  invoice.status = status;
  invoice.auto_advance = false;
  if (status === 'void') {
    invoice.status_transitions.voided_at = nowSeconds(sandbox);
    recordEvent(sandbox, 'invoice.voided', invoice);
  } else {
    invoice.status_transitions.marked_uncollectible_at = nowSeconds(sandbox);
    recordEvent(sandbox, 'invoice.marked_uncollectible', invoice);
  }
}

export function voidInvoice({ sandbox, id }: Call<unknown>): Invoice {
  const invoice = find(sandbox.state.invoices, 'invoice', id);
  if (!closable.void.includes(invoice.status))
    throw new StripeError(
      400,
      `You can only void an open or uncollectible invoice. This invoice has a status of ${invoice.status}.`,
    );
  closeInvoice(sandbox, invoice, 'void');
  return invoice;
}
