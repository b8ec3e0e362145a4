import { createCoupon, createPrice, createProduct } from '../billing/catalog.ts';
import { createRefund } from '../billing/refunds.ts';
import { createCustomer, updateCustomer } from '../billing/customers.ts';
import { voidInvoice } from '../billing/invoices.ts';
import { cancelSubscription } from '../billing/subscriptions.ts';
import { advanceTestClock, createSubscription, createTestClock } from '../billing/test-clocks.ts';
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

  endpoint('POST /v1/customers', createCustomer),
  endpoint('POST /v1/customers/:id', updateCustomer),
  endpoint('POST /v1/test_helpers/test_clocks', createTestClock),
  endpoint('GET /v1/test_helpers/test_clocks/:id', retrieve('testClocks', 'test_clock')),
  endpoint('POST /v1/test_helpers/test_clocks/:id/advance', advanceTestClock),

  endpoint('POST /v1/subscriptions', createSubscription),
  endpoint('GET /v1/subscriptions/:id', retrieve('subscriptions', 'subscription')),
  endpoint('DELETE /v1/subscriptions/:id', cancelSubscription),
  endpoint('GET /v1/invoices', list('invoices')),
  endpoint('GET /v1/invoices/:id', retrieve('invoices', 'invoice')),
  endpoint('POST /v1/invoices/:id/void', voidInvoice),
  endpoint('GET /v1/invoice_payments', list('invoicePayments')),
  endpoint('GET /v1/charges', list('charges')),
  endpoint('GET /v1/charges/:id', retrieve('charges', 'charge')),
  endpoint('POST /v1/refunds', createRefund),
  endpoint('GET /v1/refunds', list('refunds')),
  endpoint('GET /v1/disputes', list('disputes')),

  endpoint('GET /v1/events', list('events')),
];
