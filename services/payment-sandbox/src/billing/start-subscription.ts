import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { InvoiceRecord, SubscriptionRecord } from '../state/records.ts';
import { invoiceObject } from './invoice-object.ts';
import { issueInvoice } from './issue-invoice.ts';
import { periodEnd } from './period.ts';
import { priceOf } from './records-of.ts';
import { subscriptionObject } from './subscription-object.ts';

type Terms = Pick<
  SubscriptionRecord,
  'customerId' | 'priceId' | 'quantity' | 'currency' | 'description' | 'metadata'
> &
  Pick<InvoiceRecord, 'subtotalMinor' | 'discountMinor'>;

/** Active from its first day, with one paid invoice. */
export function startSubscription(sandbox: Sandbox, { subtotalMinor, discountMinor, ...terms }: Terms) {
  const created = nowSeconds(sandbox);
  const subscription: SubscriptionRecord = {
    ...terms,
    id: newId('sub'),
    created,
    itemId: newId('si'),
    status: 'active',
    periodStart: created,
    periodEnd: periodEnd(created, priceOf(sandbox, terms.priceId)),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    latestInvoiceId: null,
  };
  sandbox.state.subscriptions.set(subscription.id, subscription);
  const invoice = issueInvoice(sandbox, subscription, {
    status: 'paid',
    billingReason: 'subscription_create',
    subtotalMinor,
    discountMinor,
  });
  recordEvent(sandbox, 'customer.subscription.created', subscriptionObject(sandbox, subscription));
  recordEvent(sandbox, 'invoice.paid', invoiceObject(sandbox, invoice));
  return { subscription, invoice };
}
