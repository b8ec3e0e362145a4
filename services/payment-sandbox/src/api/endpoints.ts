import { createCoupon, createPrice, createProduct } from '../billing/catalog.ts';
import { createRefund } from '../billing/create-refund.ts';
import { cancelSubscription } from '../billing/subscriptions.ts';
import { expireSession, openSession } from '../checkout/open-session.ts';
import { endpoint, type Endpoint } from '../protocol/endpoint.ts';
import { list, retrieve } from './list.ts';

/** Every call of Stripe's API that the product or its tests make. */
export const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/products', createProduct),
  endpoint('GET /v1/products', list('products')),
  endpoint('POST /v1/prices', createPrice),
  endpoint('GET /v1/prices', list('prices')),
  endpoint('POST /v1/coupons', createCoupon),
  endpoint('GET /v1/coupons', list('coupons')),
  endpoint('GET /v1/coupons/:id', retrieve('coupons', 'coupon')),

  endpoint('POST /v1/checkout/sessions', openSession),
  endpoint('GET /v1/checkout/sessions/:id', retrieve('sessions', 'checkout.session')),
  endpoint('POST /v1/checkout/sessions/:id/expire', expireSession),

  endpoint('GET /v1/subscriptions/:id', retrieve('subscriptions', 'subscription')),
  endpoint('DELETE /v1/subscriptions/:id', cancelSubscription),
  endpoint('GET /v1/invoices/:id', retrieve('invoices', 'invoice')),
  endpoint('GET /v1/charges', list('charges')),
  endpoint('GET /v1/charges/:id', retrieve('charges', 'charge')),
  endpoint('POST /v1/refunds', createRefund),

  endpoint('GET /v1/events', list('events')),
];
