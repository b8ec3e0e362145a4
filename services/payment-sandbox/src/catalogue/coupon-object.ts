import type Stripe from 'stripe';

import type { CouponRecord } from '../state/records.ts';

export function couponObject(coupon: CouponRecord): Stripe.Coupon {
  return {
    id: coupon.id,
    object: 'coupon',
    amount_off: coupon.amounts[coupon.currency] ?? 0,
    created: coupon.created,
    currency: coupon.currency,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: coupon.metadata,
    name: coupon.name,
    percent_off: null,
    redeem_by: null,
    times_redeemed: coupon.timesRedeemed,
    valid: true,
  };
}

export function currencyOptionsOfCoupon(coupon: CouponRecord): Record<string, Stripe.Coupon.CurrencyOptions> {
  return Object.fromEntries(
    Object.entries(coupon.amounts).map(([currency, amountMinor]) => [currency, { amount_off: amountMinor }]),
  );
}
