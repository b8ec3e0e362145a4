import type { Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { InvoiceRecord, SubscriptionRecord } from '../state/records.ts';

type Terms = Pick<InvoiceRecord, 'status' | 'billingReason' | 'subtotalMinor' | 'discountMinor'>;

/** An invoice for the subscription's current period, and the subscription's latest from now on. */
export function issueInvoice(
  { state }: Sandbox,
  subscription: SubscriptionRecord,
  terms: Terms,
): InvoiceRecord {
  const invoice: InvoiceRecord = {
    ...terms,
    id: newId('in'),
    created: subscription.periodStart,
    number: `SANDBOX-${String(state.invoices.size + 1).padStart(4, '0')}`,
    lineId: newId('il'),
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    priceId: subscription.priceId,
    quantity: subscription.quantity,
    discountId: terms.discountMinor > 0 ? newId('di') : null,
    currency: subscription.currency,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    metadata: subscription.metadata,
  };
  state.invoices.set(invoice.id, invoice);
  subscription.latestInvoiceId = invoice.id;
  return invoice;
}
