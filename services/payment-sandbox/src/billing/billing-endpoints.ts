import type Stripe from 'stripe';
import * as z from 'zod';

import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { listOf, listParams } from '../api/list.ts';
import { booleanParam, expandParam, metadataParam } from '../api/params.ts';
import { noSuch } from '../api/stripe-error.ts';
import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { SubscriptionRecord } from '../state/records.ts';
import { customerObject } from './customer-object.ts';
import { endSubscription } from './end-subscription.ts';
import { invoiceObject } from './invoice-object.ts';
import { subscriptionObject } from './subscription-object.ts';

type Shape<Params> = Partial<Record<keyof Params, z.ZodType>>;

const onlyExpand = z.strictObject({ expand: expandParam });

const customerParams = {
  email: z.email('Invalid email address').optional(),
  name: z.string().optional(),
  metadata: metadataParam.default({}),
  expand: expandParam,
} satisfies Shape<Stripe.CustomerCreateParams>;

const subscriptionUpdateParams = z.strictObject({
  cancel_at_period_end: booleanParam.optional(),
  metadata: metadataParam.optional(),
  expand: expandParam,
} satisfies Shape<Stripe.SubscriptionUpdateParams>);

const subscriptionListParams = z.strictObject({
  ...listParams,
  customer: z.string().optional(),
  price: z.string().optional(),
  status: z.enum(['all', 'active', 'past_due', 'canceled']).optional(),
} satisfies Shape<Stripe.SubscriptionListParams>);

const invoiceListParams = z.strictObject({
  ...listParams,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'paid']).optional(),
} satisfies Shape<Stripe.InvoiceListParams>);

function subscriptionWith({ state }: Sandbox, id: string): SubscriptionRecord {
  const subscription = state.subscriptions.get(id);
  if (!subscription) throw noSuch('subscription', id);
  return subscription;
}

const customerEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/customers', z.strictObject(customerParams), ({ sandbox, params }) => {
    const { email = null, name = null, metadata } = params;
    const customer = { id: newId('cus'), created: nowSeconds(sandbox), email, name, metadata };
    sandbox.state.customers.set(customer.id, customer);
    recordEvent(sandbox, 'customer.created', customerObject(customer));
    return customerObject(customer);
  }),
  endpoint('GET', '/v1/customers/:id', onlyExpand, ({ sandbox, id }) => {
    const customer = sandbox.state.customers.get(id);
    if (!customer) throw noSuch('customer', id);
    return customerObject(customer);
  }),
  endpoint(
    'GET',
    '/v1/customers',
    z.strictObject({
      ...listParams,
      email: z.string().optional(),
    } satisfies Shape<Stripe.CustomerListParams>),
    ({ sandbox, params }) => {
      const rows = [...sandbox.state.customers.values()].filter(
        ({ email }) => params.email === undefined || email === params.email,
      );
      return listOf('/v1/customers', rows, customerObject, params);
    },
  ),
];

const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/v1/subscriptions/:id', onlyExpand, ({ sandbox, id }) =>
    subscriptionObject(sandbox, subscriptionWith(sandbox, id)),
  ),
  endpoint('POST', '/v1/subscriptions/:id', subscriptionUpdateParams, ({ sandbox, params, id }) => {
    const subscription = subscriptionWith(sandbox, id);
    const before = { cancel_at_period_end: subscription.cancelAtPeriodEnd };
    if (params.cancel_at_period_end !== undefined) {
      subscription.cancelAtPeriodEnd = params.cancel_at_period_end;
      subscription.canceledAt = params.cancel_at_period_end ? nowSeconds(sandbox) : null;
    }
    Object.assign(subscription.metadata, params.metadata);
    const updated = subscriptionObject(sandbox, subscription);
    recordEvent(sandbox, 'customer.subscription.updated', updated, before);
    return updated;
  }),
  endpoint('DELETE', '/v1/subscriptions/:id', onlyExpand, ({ sandbox, id }) => {
    const subscription = subscriptionWith(sandbox, id);
    if (subscription.status === 'canceled') throw noSuch('subscription', id);
    endSubscription(sandbox, subscription, nowSeconds(sandbox));
    return subscriptionObject(sandbox, subscription);
  }),
  endpoint('GET', '/v1/subscriptions', subscriptionListParams, ({ sandbox, params }) => {
    const rows = [...sandbox.state.subscriptions.values()].filter(
      ({ customerId, priceId, status }) =>
        customerId === (params.customer ?? customerId) &&
        priceId === (params.price ?? priceId) &&
        (params.status === undefined
          ? status !== 'canceled'
          : params.status === 'all' || params.status === status),
    );
    return listOf('/v1/subscriptions', rows, (row) => subscriptionObject(sandbox, row), params);
  }),
];

const invoiceEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/v1/invoices/:id', onlyExpand, ({ sandbox, id }) => {
    const invoice = sandbox.state.invoices.get(id);
    if (!invoice) throw noSuch('invoice', id);
    return invoiceObject(sandbox, invoice);
  }),
  endpoint('GET', '/v1/invoices', invoiceListParams, ({ sandbox, params }) => {
    const rows = [...sandbox.state.invoices.values()].filter(
      ({ customerId, subscriptionId, status }) =>
        customerId === (params.customer ?? customerId) &&
        subscriptionId === (params.subscription ?? subscriptionId) &&
        status === (params.status ?? status),
    );
    return listOf('/v1/invoices', rows, (row) => invoiceObject(sandbox, row), params);
  }),
];

export const billingEndpoints = [...customerEndpoints, ...subscriptionEndpoints, ...invoiceEndpoints];
