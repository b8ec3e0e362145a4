import type Stripe from 'stripe';

/** The library's type of each object that the sandbox returns or sends, by the value of its field `object`. */
export interface SdkObjects {
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  item: Stripe.LineItem;
  line_item: Stripe.InvoiceLineItem;
  payment_intent: Stripe.PaymentIntent;
  price: Stripe.Price;
  product: Stripe.Product;
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
}
