import Stripe from 'stripe';

import type { PriceRecord } from '../state/records.ts';

export function priceObject(price: PriceRecord): Stripe.Price {
  const amountMinor = price.amounts[price.currency] ?? 0;
  return {
    id: price.id,
    object: 'price',
    active: price.active,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.productId,
    recurring: {
      interval: price.interval,
      interval_count: price.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amountMinor,
    unit_amount_decimal: Stripe.Decimal.from(amountMinor),
  };
}

export function currencyOptionsOfPrice(price: PriceRecord): Record<string, Stripe.Price.CurrencyOptions> {
  return Object.fromEntries(
    Object.entries(price.amounts).map(([currency, amountMinor]) => [
      currency,
      {
        custom_unit_amount: null,
        tax_behavior: 'unspecified',
        unit_amount: amountMinor,
        unit_amount_decimal: Stripe.Decimal.from(amountMinor),
      },
    ]),
  );
}
