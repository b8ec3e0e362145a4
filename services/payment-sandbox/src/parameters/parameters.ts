import type { Currency as UpperCaseCurrency } from '@funnel/contracts/money';
import type Stripe from 'stripe';

/*
 * The parameters of each call. Names and types are the library's own, narrowed where the sandbox supports less than Stripe.
 * `npm run schemas` writes parameters.schema.json from them. Every request is checked against it: a parameter that these
 * types lack is rejected by name, so the sandbox never ignores one silently.
 */
type Currency = Lowercase<UpperCaseCurrency>;
type Page = 'limit' | 'starting_after' | 'expand';
type Expand = Pick<Stripe.SubscriptionRetrieveParams, 'expand'>;

interface Metadata {
  metadata?: Stripe.Metadata;
}

interface ProductCreateParams
  extends Metadata, Pick<Stripe.ProductCreateParams, 'id' | 'name' | 'active' | 'description' | 'expand'> {}

interface PriceCreateParams
  extends Metadata, Pick<Stripe.PriceCreateParams, 'active' | 'lookup_key' | 'nickname' | 'expand'> {
  currency: Currency;
  product: string;
  unit_amount: number;
  recurring: Pick<Stripe.PriceCreateParams.Recurring, 'interval' | 'interval_count'>;
  currency_options?: { [currency: string]: { unit_amount: number } };
  tax_behavior?: 'inclusive' | 'unspecified';
}

interface CouponCreateParams extends Metadata, Pick<Stripe.CouponCreateParams, 'id' | 'name' | 'expand'> {
  amount_off: number;
  currency: Currency;
  currency_options?: { [currency: string]: { amount_off: number } };
  duration: 'once';
}

type Session = Stripe.Checkout.SessionCreateParams;
type SessionItem = Stripe.Checkout.SessionCreateParams.LineItem;
type SubscriptionData = Stripe.Checkout.SessionCreateParams.SubscriptionData;

export interface SessionCreateParams
  extends
    Metadata,
    Pick<Session, 'customer' | 'customer_email' | 'client_reference_id' | 'expires_at' | 'expand'>,
    Pick<Session, 'return_url' | 'redirect_on_completion' | 'locale' | 'integration_identifier'> {
  ui_mode: 'embedded_page';
  mode: 'subscription';
  line_items: [Pick<SessionItem, 'quantity'> & { price: string }];
  discounts?: [{ coupon: string }];
  currency?: Currency;
  subscription_data?: Metadata & Pick<SubscriptionData, 'description'>;
  adaptive_pricing?: { enabled?: false };
  automatic_tax?: { enabled: boolean };
  custom_text?: { submit: { message: string } };
  customer_update?: Pick<Stripe.Checkout.SessionCreateParams.CustomerUpdate, 'address' | 'name'>;
  allow_promotion_codes?: false;
  billing_address_collection?: 'auto';
  payment_method_collection?: 'always';
}

interface SubscriptionCreateParams extends Metadata, Expand {
  customer: string;
  items: [{ price: string }];
  discounts?: [{ coupon: string }];
}

interface RefundCreateParams extends Pick<Stripe.RefundCreateParams, 'amount' | 'reason' | 'expand'> {
  charge: string;
}

export interface Parameters {
  'POST /v1/products': ProductCreateParams;
  'GET /v1/products': Pick<Stripe.ProductListParams, Page>;
  'POST /v1/prices': PriceCreateParams;
  'GET /v1/prices': Pick<Stripe.PriceListParams, Page | 'lookup_keys'>;
  'POST /v1/coupons': CouponCreateParams;
  'GET /v1/coupons': Pick<Stripe.CouponListParams, Page>;
  'GET /v1/coupons/:id': Expand;

  'POST /v1/checkout/sessions': SessionCreateParams;
  'GET /v1/checkout/sessions/:id': Expand;
  'POST /v1/checkout/sessions/:id/expire': Expand;

  'POST /v1/customers': Pick<Stripe.CustomerCreateParams, 'email' | 'expand' | 'source' | 'test_clock'>;
  'POST /v1/customers/:id': Pick<Stripe.CustomerUpdateParams, 'expand' | 'source'>;
  'POST /v1/test_helpers/test_clocks': Pick<
    Stripe.TestHelpers.TestClockCreateParams,
    'expand' | 'frozen_time' | 'name'
  >;
  'GET /v1/test_helpers/test_clocks/:id': Expand;
  'POST /v1/test_helpers/test_clocks/:id/advance': Pick<
    Stripe.TestHelpers.TestClockAdvanceParams,
    'expand' | 'frozen_time'
  >;

  'POST /v1/subscriptions': SubscriptionCreateParams;
  'GET /v1/subscriptions/:id': Expand;
  'DELETE /v1/subscriptions/:id': Expand;
  'GET /v1/invoices': Pick<Stripe.InvoiceListParams, Page | 'status' | 'subscription'>;
  'GET /v1/invoices/:id': Expand;
  'POST /v1/invoices/:id/void': Expand;
  'GET /v1/invoice_payments': Pick<Stripe.InvoicePaymentListParams, Page | 'invoice'> & {
    payment?: { type: 'payment_intent'; payment_intent: string };
  };
  'GET /v1/charges': Pick<Stripe.ChargeListParams, Page | 'customer'>;
  'GET /v1/charges/:id': Expand;
  'POST /v1/refunds': RefundCreateParams;
  'GET /v1/refunds': Pick<Stripe.RefundListParams, Page | 'charge'>;
  'GET /v1/disputes': Pick<Stripe.DisputeListParams, Page | 'charge'>;

  'GET /v1/events': Pick<Stripe.EventListParams, Page | 'type'>;
}

export type Route = keyof Parameters;
