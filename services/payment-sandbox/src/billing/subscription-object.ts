import Stripe from 'stripe';

import { priceObject } from '../catalogue/price-object.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PriceRecord, SubscriptionRecord } from '../state/records.ts';
import { priceOf } from './records-of.ts';

function planObject(price: PriceRecord, currency: string): Stripe.Plan {
  const amountMinor = price.amounts[currency] ?? 0;
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: amountMinor,
    amount_decimal: Stripe.Decimal.from(amountMinor),
    billing_scheme: 'per_unit',
    created: price.created,
    currency,
    interval: price.interval,
    interval_count: price.intervalCount,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.productId,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

function itemObject(subscription: SubscriptionRecord, price: PriceRecord): Stripe.SubscriptionItem {
  return {
    id: subscription.itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created: subscription.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planObject(price, subscription.currency),
    price: priceObject(price),
    quantity: subscription.quantity,
    subscription: subscription.id,
    tax_rates: [],
  };
}

export function subscriptionObject(sandbox: Sandbox, subscription: SubscriptionRecord): Stripe.Subscription {
  const cancelAt = subscription.cancelAtPeriodEnd ? subscription.periodEnd : null;
  return {
    id: subscription.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.canceledAt === null ? null : 'cancellation_requested',
    },
    collection_method: 'charge_automatically',
    created: subscription.created,
    currency: subscription.currency,
    customer: subscription.customerId,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemObject(subscription, priceOf(sandbox, subscription.priceId))],
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    latest_invoice: subscription.latestInvoiceId,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: subscription.created,
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}
