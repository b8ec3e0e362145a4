import Stripe from 'stripe';

import type { Sandbox } from '../sandbox.ts';
import type { InvoiceRecord } from '../state/records.ts';
import { customerOf, priceOf } from './records-of.ts';

function discountsOf(invoice: InvoiceRecord): { amount: number; discount: string }[] {
  return invoice.discountId === null ? [] : [{ amount: invoice.discountMinor, discount: invoice.discountId }];
}

function lineObject(sandbox: Sandbox, invoice: InvoiceRecord): Stripe.InvoiceLineItem {
  const price = priceOf(sandbox, invoice.priceId);
  const subscription = sandbox.state.subscriptions.get(invoice.subscriptionId);
  return {
    id: invoice.lineId,
    object: 'line_item',
    amount: invoice.subtotalMinor,
    currency: invoice.currency,
    description: `${invoice.quantity} × ${sandbox.state.products.get(price.productId)?.name ?? price.productId}`,
    discount_amounts: discountsOf(invoice),
    discountable: true,
    discounts: discountsOf(invoice).map(({ discount }) => discount),
    invoice: invoice.id,
    livemode: false,
    metadata: invoice.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: invoice.subscriptionId,
        subscription_item: subscription?.itemId ?? '',
      },
      type: 'subscription_item_details',
    },
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.productId },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(price.amounts[invoice.currency] ?? 0),
    },
    quantity: invoice.quantity,
    quantity_decimal: Stripe.Decimal.from(invoice.quantity),
    subscription: invoice.subscriptionId,
    subtotal: invoice.subtotalMinor,
    taxes: [],
  };
}

export function invoiceObject(sandbox: Sandbox, invoice: InvoiceRecord): Stripe.Invoice {
  const totalMinor = invoice.subtotalMinor - invoice.discountMinor;
  const paidMinor = invoice.status === 'paid' ? totalMinor : 0;
  const customer = customerOf(sandbox, invoice.customerId);
  const discounts = discountsOf(invoice);
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_due: totalMinor,
    amount_overpaid: 0,
    amount_paid: paidMinor,
    amount_remaining: totalMinor - paidMinor,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: invoice.billingReason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency,
    custom_fields: null,
    customer: invoice.customerId,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map(({ discount }) => discount),
    due_date: null,
    effective_at: invoice.created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [lineObject(sandbox, invoice)],
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: invoice.metadata, subscription: invoice.subscriptionId },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.created,
    period_start: invoice.created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: invoice.status === 'paid' ? invoice.created : null,
      voided_at: null,
    },
    subtotal: invoice.subtotalMinor,
    subtotal_excluding_tax: invoice.subtotalMinor,
    test_clock: null,
    total: totalMinor,
    total_discount_amounts: discounts,
    total_excluding_tax: totalMinor,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
