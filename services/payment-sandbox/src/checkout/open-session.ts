import { invalidParameter, missingParameter, noSuch, StripeError } from '../api/stripe-error.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, randomText } from '../state/ids.ts';
import type { CouponRecord, PriceRecord, SessionRecord } from '../state/records.ts';
import type { SessionCreateParams } from './session-params.ts';

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

function priceFor({ state }: Sandbox, priceId: string): PriceRecord {
  const price = state.prices.get(priceId);
  if (!price) throw noSuch('price', priceId, 'line_items[0][price]');
  if (!price.active) {
    throw invalidParameter(
      'line_items[0][price]',
      'The price specified is inactive. This field only accepts active prices.',
    );
  }
  return price;
}

function couponFor({ state }: Sandbox, couponId: string | undefined): CouponRecord | null {
  if (couponId === undefined) return null;
  const coupon = state.coupons.get(couponId);
  if (!coupon) throw noSuch('coupon', couponId, 'discounts[0][coupon]');
  return coupon;
}

function amountIn(
  what: string,
  { amounts }: PriceRecord | CouponRecord,
  currency: string,
  param: string,
): number {
  const amountMinor = amounts[currency];
  if (amountMinor === undefined) {
    const known = Object.keys(amounts).join(', ');
    throw invalidParameter(
      param,
      `The ${what} supports ${known}; this does not match the expected currency: ${currency}.`,
    );
  }
  return amountMinor;
}

function checkReturnUrl({ return_url, redirect_on_completion }: SessionCreateParams): void {
  const isNeeded = redirect_on_completion !== 'never';
  if (isNeeded && return_url === undefined) throw missingParameter('return_url');
  if (!isNeeded && return_url !== undefined) {
    throw invalidParameter(
      'return_url',
      '`return_url` cannot be used when `redirect_on_completion` is `never`.',
    );
  }
}

function expiryOf(params: SessionCreateParams, now: number): number {
  const expiresAt = params.expires_at ?? now + daySeconds;
  if (expiresAt < now + 30 * minuteSeconds || expiresAt > now + daySeconds) {
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    );
  }
  return expiresAt;
}

function emailOf({ state }: Sandbox, { customer, customer_email }: SessionCreateParams): string | null {
  if (customer === undefined) return customer_email ?? null;
  if (customer_email !== undefined) {
    throw new StripeError(400, 'You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  }
  const known = state.customers.get(customer);
  if (!known) throw noSuch('customer', customer, 'customer');
  return known.email;
}

/** Works out what the first invoice will charge: the price less the coupon, in the one currency of the session. */
export function openSession(sandbox: Sandbox, params: SessionCreateParams): SessionRecord {
  checkReturnUrl(params);
  const created = nowSeconds(sandbox);
  const expiresAt = expiryOf(params, created);
  const customerEmail = emailOf(sandbox, params);
  const [item] = params.line_items;
  if (!item) throw missingParameter('line_items');

  const price = priceFor(sandbox, item.price);
  const coupon = couponFor(sandbox, params.discounts[0]?.coupon);
  const currency = params.currency ?? price.currency;
  const subtotalMinor = item.quantity * amountIn('price specified', price, currency, 'line_items[0][price]');
  const offMinor = coupon ? amountIn('coupon', coupon, currency, 'discounts[0][coupon]') : 0;
  const id = `cs_test_a1${randomText(56)}`;
  const session: SessionRecord = {
    id,
    created,
    expiresAt,
    clientSecret: `${id}_secret_${randomText(48)}`,
    status: 'open',
    priceId: price.id,
    quantity: item.quantity,
    couponId: coupon?.id ?? null,
    currency,
    subtotalMinor,
    discountMinor: Math.min(offMinor, subtotalMinor),
    customerEmail,
    customerId: params.customer ?? null,
    subscriptionId: null,
    invoiceId: null,
    clientReferenceId: params.client_reference_id ?? null,
    returnUrl: params.return_url ?? null,
    redirectOnCompletion: params.redirect_on_completion,
    lineItemId: newId('li'),
    locale: params.locale ?? null,
    metadata: params.metadata,
    subscriptionMetadata: params.subscription_data.metadata,
    subscriptionDescription: params.subscription_data.description ?? null,
  };
  sandbox.state.sessions.set(id, session);
  return session;
}
