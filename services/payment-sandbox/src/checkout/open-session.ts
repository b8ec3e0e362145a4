import { commonFields, couponFor, optionIn, priceFor } from '../billing/catalog.ts';
import { automaticTax, includedTaxMinor } from '../billing/tax.ts';
import { recordEvent } from '../events/record-event.ts';
import type { SessionCreateParams } from '../parameters/parameters.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find, invalidParameter, missingParameter, StripeError } from '../protocol/stripe-error.ts';
import { daySeconds, nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, randomText, type Session } from '../state/objects.ts';

function checkReturnUrl({ return_url, redirect_on_completion }: SessionCreateParams): void {
  const isNeeded = redirect_on_completion !== 'never';
  if (isNeeded && return_url === undefined) throw missingParameter('return_url');
  if (return_url === undefined) return;
  if (!isNeeded)
    throw invalidParameter('return_url', '`return_url` cannot be used when nothing is to redirect.');
  if (!/^https?:/.test(return_url) || !URL.canParse(return_url))
    throw invalidParameter('return_url', 'Not a valid URL');
}

function checkExpiry(expiresAt: number, now: number): void {
  if (expiresAt >= now + 30 * 60 && expiresAt <= now + daySeconds) return;
  throw invalidParameter(
    'expires_at',
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
  );
}

function emailFrom({ state }: Sandbox, { customer, customer_email }: SessionCreateParams): string | null {
  if (customer !== undefined) {
    if (customer_email !== undefined)
      throw new StripeError(400, 'You may only specify one of these parameters: customer, customer_email.');
    return find(state.customers, 'customer', customer, 'customer').email;
  }
  if (customer_email !== undefined && !/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(customer_email))
    throw invalidParameter('customer_email', `Invalid email address: ${customer_email}`);
  return customer_email ?? null;
}

/** A customer pays in one currency. https://docs.stripe.com/billing/customer#currency */
function checkCurrency({ state }: Sandbox, customer: string | undefined, currency: string): void {
  const earlier = [...state.subscriptions.values()].find(
    (subscription) => subscription.customer === customer,
  );
  if (earlier === undefined || earlier.currency === currency) return;
  throw new StripeError(
    400,
    `The currency of the selected prices (${currency}) does not match the customer currency (${earlier.currency}).`,
  );
}

const unknownBuyer = {
  address: null,
  business_name: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: null,
} as const;

/** Opens a session for the first invoice: the price less the coupon, in the session's currency. */
export function openSession({ sandbox, params }: Call<SessionCreateParams>): Session {
  checkReturnUrl(params);
  const { created, livemode } = commonFields(sandbox);
  const expires_at = params.expires_at ?? created + daySeconds;
  checkExpiry(expires_at, created);
  const email = emailFrom(sandbox, params);
  const [{ price: priceId, quantity = 1 }] = params.line_items;
  if (quantity < 1) throw invalidParameter('line_items[0][quantity]', 'This value must be at least 1.');

  const price = priceFor(sandbox, priceId, 'line_items[0][price]');
  const coupon = couponFor(sandbox, params.discounts?.[0].coupon);
  const currency = params.currency ?? price.currency;
  checkCurrency(sandbox, params.customer, currency);
  const amount_subtotal = quantity * optionIn(price, currency).unit_amount;
  const amount_discount = Math.min(coupon ? optionIn(coupon, currency).amount_off : 0, amount_subtotal);
  const amount_total = amount_subtotal - amount_discount;
  const isTaxed = params.automatic_tax?.enabled ?? false;
  const id = `cs_test_a1${randomText(56)}`;
  const clientSecret = `${id}_secret_${randomText(48)}`;
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_subtotal,
    amount_total,
    automatic_tax: automaticTax(isTaxed),
    client_reference_id: params.client_reference_id ?? null,
    client_secret: clientSecret,
    created,
    currency,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_details: email === null ? null : { ...unknownBuyer, email },
    customer_email: params.customer_email ?? null,
    discounts: coupon ? [{ coupon: coupon.id, promotion_code: null }] : [],
    expires_at,
    invoice: null,
    line_items: {
      object: 'list',
      data: [
        {
          id: newId('li'),
          object: 'item',
          amount_discount,
          amount_subtotal,
          amount_tax: includedTaxMinor(amount_total, isTaxed),
          amount_total,
          currency,
          description: sandbox.state.products.get(price.product)?.name ?? null,
          price,
          quantity,
        },
      ],
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    livemode,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    redirect_on_completion: params.redirect_on_completion ?? 'always',
    return_url: params.return_url,
    status: 'open',
    subscription: null,
    total_details: {
      amount_discount,
      amount_shipping: 0,
      amount_tax: includedTaxMinor(amount_total, isTaxed),
    },
    ui_mode: params.ui_mode,
    url: null,
  };
  sandbox.state.sessions.set(id, session);
  sandbox.state.openings.set(id, { id, clientSecret, params });
  return session;
}

function expire(sandbox: Sandbox, session: Session): void {
  session.status = 'expired';
  session.client_secret = null;
  recordEvent(sandbox, 'checkout.session.expired', session);
}

/** Expires an open session. Throws if it is not open. */
export function expireSession({ sandbox, id }: Call<unknown>): Session {
  const session = find(sandbox.state.sessions, 'checkout.session', id);
  if (session.status !== 'open') {
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  expire(sandbox, session);
  return session;
}

/** Expires every session that is past its expiry. */
export function expireDueSessions(sandbox: Sandbox): void {
  const now = nowSeconds(sandbox);
  for (const session of sandbox.state.sessions.values())
    if (session.status === 'open' && session.expires_at <= now) expire(sandbox, session);
}
