import type { Currency as UpperCaseCurrency } from '@funnel/contracts/money';
import type Stripe from 'stripe';

/*
 * What each call takes. Names and types are the library's own; where the sandbox does less than Stripe, a type is
 * narrowed here. `npm run schemas` writes parameters.schema.json from it, by which every request is checked:
 * whatever is not in these types is refused by name, so that nothing is promised that the sandbox would ignore.
 */
type Currency = Lowercase<UpperCaseCurrency>;
type Page = 'limit' | 'starting_after' | 'expand';
type Expand = Pick<Stripe.ProductRetrieveParams, 'expand'>;

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
  automatic_tax?: { enabled: false };
  allow_promotion_codes?: false;
  billing_address_collection?: 'auto';
  payment_method_collection?: 'always';
}

interface SubscriptionUpdateParams
  extends Metadata, Pick<Stripe.SubscriptionUpdateParams, 'cancel_at_period_end' | 'expand'> {}

interface RefundCreateParams
  extends
    Metadata,
    Pick<Stripe.RefundCreateParams, 'amount' | 'charge' | 'payment_intent' | 'reason' | 'expand'> {}

type EventListParams = Pick<Stripe.EventListParams, Page | 'type' | 'types'> & {
  created?: Stripe.RangeQueryParam;
};

export interface Parameters {
  'POST /v1/products': ProductCreateParams;
  'GET /v1/products': Pick<Stripe.ProductListParams, Page | 'active' | 'ids'>;
  'GET /v1/products/:id': Expand;

  'POST /v1/prices': PriceCreateParams;
  'GET /v1/prices': Pick<
    Stripe.PriceListParams,
    Page | 'active' | 'currency' | 'lookup_keys' | 'product' | 'type'
  >;
  'GET /v1/prices/:id': Expand;

  'POST /v1/coupons': CouponCreateParams;
  'GET /v1/coupons': Pick<Stripe.CouponListParams, Page>;
  'GET /v1/coupons/:id': Expand;

  'POST /v1/checkout/sessions': SessionCreateParams;
  'GET /v1/checkout/sessions': Pick<
    Stripe.Checkout.SessionListParams,
    Page | 'status' | 'subscription' | 'customer'
  >;
  'GET /v1/checkout/sessions/:id': Expand;
  'GET /v1/checkout/sessions/:id/line_items': Pick<Stripe.Checkout.SessionListLineItemsParams, Page>;
  'POST /v1/checkout/sessions/:id/expire': Expand;

  'POST /v1/customers': Metadata & Pick<Stripe.CustomerCreateParams, 'email' | 'name' | 'expand'>;
  'GET /v1/customers': Pick<Stripe.CustomerListParams, Page | 'email'>;
  'GET /v1/customers/:id': Expand;

  'GET /v1/subscriptions': Pick<Stripe.SubscriptionListParams, Page | 'customer' | 'price' | 'status'>;
  'GET /v1/subscriptions/:id': Expand;
  'POST /v1/subscriptions/:id': SubscriptionUpdateParams;
  'DELETE /v1/subscriptions/:id': Expand;

  'GET /v1/invoices': Pick<Stripe.InvoiceListParams, Page | 'customer' | 'subscription' | 'status'>;
  'GET /v1/invoices/:id': Expand;
  'GET /v1/invoice_payments': Pick<Stripe.InvoicePaymentListParams, Page | 'invoice' | 'payment' | 'status'>;
  'GET /v1/invoice_payments/:id': Expand;
  'GET /v1/payment_intents': Pick<Stripe.PaymentIntentListParams, Page | 'customer'>;
  'GET /v1/payment_intents/:id': Expand;
  'GET /v1/charges': Pick<Stripe.ChargeListParams, Page | 'customer' | 'payment_intent'>;
  'GET /v1/charges/:id': Expand;

  'POST /v1/refunds': RefundCreateParams;
  'GET /v1/refunds': Pick<Stripe.RefundListParams, Page | 'charge' | 'payment_intent'>;
  'GET /v1/refunds/:id': Expand;
  'GET /v1/disputes': Pick<Stripe.DisputeListParams, Page | 'charge' | 'payment_intent'>;
  'GET /v1/disputes/:id': Expand;

  'GET /v1/events': EventListParams;
  'GET /v1/events/:id': Expand;
}

export type Route = keyof Parameters;
