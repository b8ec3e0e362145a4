import type Stripe from 'stripe';

import type { Route } from '../parameters/parameters.ts';

/** The library's type of the parameters of each call. */
export interface SdkParameters extends Record<Route, object> {
  'POST /v1/products': Stripe.ProductCreateParams;
  'GET /v1/products': Stripe.ProductListParams;
  'POST /v1/prices': Stripe.PriceCreateParams;
  'GET /v1/prices': Stripe.PriceListParams;
  'POST /v1/coupons': Stripe.CouponCreateParams;
  'GET /v1/coupons': Stripe.CouponListParams;
  'GET /v1/coupons/:id': Stripe.CouponRetrieveParams;
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'GET /v1/checkout/sessions/:id': Stripe.Checkout.SessionRetrieveParams;
  'POST /v1/checkout/sessions/:id/expire': Stripe.Checkout.SessionExpireParams;
  'POST /v1/customers': Stripe.CustomerCreateParams;
  'POST /v1/customers/:id': Stripe.CustomerUpdateParams;
  'POST /v1/test_helpers/test_clocks': Stripe.TestHelpers.TestClockCreateParams;
  'GET /v1/test_helpers/test_clocks/:id': Stripe.TestHelpers.TestClockRetrieveParams;
  'POST /v1/test_helpers/test_clocks/:id/advance': Stripe.TestHelpers.TestClockAdvanceParams;
  'POST /v1/subscriptions': Stripe.SubscriptionCreateParams;
  'GET /v1/subscriptions/:id': Stripe.SubscriptionRetrieveParams;
  'DELETE /v1/subscriptions/:id': Stripe.SubscriptionCancelParams;
  'GET /v1/invoices': Stripe.InvoiceListParams;
  'GET /v1/invoices/:id': Stripe.InvoiceRetrieveParams;
  'POST /v1/invoices/:id/void': Stripe.InvoiceVoidInvoiceParams;
  'GET /v1/invoice_payments': Stripe.InvoicePaymentListParams;
  'GET /v1/charges': Stripe.ChargeListParams;
  'GET /v1/charges/:id': Stripe.ChargeRetrieveParams;
  'POST /v1/refunds': Stripe.RefundCreateParams;
  'GET /v1/refunds': Stripe.RefundListParams;
  'GET /v1/disputes': Stripe.DisputeListParams;
  'GET /v1/events': Stripe.EventListParams;
}
