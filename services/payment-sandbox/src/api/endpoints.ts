import { createCoupon, createPrice, createProduct } from '../billing/catalog.ts';
import { createCustomer } from '../billing/create-customer.ts';
import { createRefund } from '../billing/create-refund.ts';
import { cancelSubscription, updateSubscription } from '../billing/subscriptions.ts';
import { expireSession, openSession } from '../checkout/open-session.ts';
import { endpoint, type Endpoint } from '../protocol/endpoint.ts';
import { list, pageOf, retrieve } from './list.ts';
import { found } from '../protocol/stripe-error.ts';

/** Every call that the API answers. */
export const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/products', createProduct),
  endpoint('GET /v1/products', list('products')),
  endpoint('GET /v1/products/:id', retrieve('products')),

  endpoint('POST /v1/prices', createPrice),
  endpoint('GET /v1/prices', list('prices')),
  endpoint('GET /v1/prices/:id', retrieve('prices')),

  endpoint('POST /v1/coupons', createCoupon),
  endpoint('GET /v1/coupons', list('coupons')),
  endpoint('GET /v1/coupons/:id', retrieve('coupons')),

  endpoint('POST /v1/checkout/sessions', openSession),
  endpoint('GET /v1/checkout/sessions', list('sessions')),
  endpoint('GET /v1/checkout/sessions/:id', retrieve('sessions')),
  endpoint('GET /v1/checkout/sessions/:id/line_items', ({ sandbox, id, ...call }) =>
    pageOf(call, found(sandbox.state.sessions.get(id), 'checkout.session', id).line_items.data),
  ),
  endpoint('POST /v1/checkout/sessions/:id/expire', expireSession),

  endpoint('POST /v1/customers', createCustomer),
  endpoint('GET /v1/customers', list('customers')),
  endpoint('GET /v1/customers/:id', retrieve('customers')),

  endpoint('GET /v1/subscriptions', ({ sandbox, params: { status, price, ...params }, path }) => {
    const rows = [...sandbox.state.subscriptions.values()].filter(
      (row) =>
        (status === undefined ? row.status !== 'canceled' : status === 'all' || status === row.status) &&
        (price === undefined || price === row.items.data[0].price.id),
    );
    return pageOf({ params, path }, rows);
  }),
  endpoint('GET /v1/subscriptions/:id', retrieve('subscriptions')),
  endpoint('POST /v1/subscriptions/:id', updateSubscription),
  endpoint('DELETE /v1/subscriptions/:id', cancelSubscription),

  endpoint('GET /v1/invoices', ({ sandbox, params: { subscription, ...params }, path }) => {
    const rows = [...sandbox.state.invoices.values()].filter(
      ({ parent }) => subscription === undefined || subscription === parent.subscription_details.subscription,
    );
    return pageOf({ params, path }, rows);
  }),
  endpoint('GET /v1/invoices/:id', retrieve('invoices')),
  endpoint('GET /v1/invoice_payments', list('invoicePayments')),
  endpoint('GET /v1/invoice_payments/:id', retrieve('invoicePayments')),
  endpoint('GET /v1/payment_intents', list('paymentIntents')),
  endpoint('GET /v1/payment_intents/:id', retrieve('paymentIntents')),
  endpoint('GET /v1/charges', list('charges')),
  endpoint('GET /v1/charges/:id', retrieve('charges')),

  endpoint('POST /v1/refunds', createRefund),
  endpoint('GET /v1/refunds', list('refunds')),
  endpoint('GET /v1/refunds/:id', retrieve('refunds')),
  endpoint('GET /v1/disputes', list('disputes')),
  endpoint('GET /v1/disputes/:id', retrieve('disputes')),

  endpoint('GET /v1/events', list('events')),
  endpoint('GET /v1/events/:id', retrieve('events')),
];
