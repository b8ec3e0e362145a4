import type Stripe from 'stripe';

import { priceOf } from '../billing/records-of.ts';
import { priceObject } from '../catalogue/price-object.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SessionRecord } from '../state/records.ts';

export function lineItemsOf(sandbox: Sandbox, session: SessionRecord): Stripe.ApiList<Stripe.LineItem> {
  const price = priceOf(sandbox, session.priceId);
  const item: Stripe.LineItem = {
    id: session.lineItemId,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: session.discountMinor,
    amount_subtotal: session.subtotalMinor,
    amount_tax: 0,
    amount_total: session.subtotalMinor - session.discountMinor,
    currency: session.currency,
    description: sandbox.state.products.get(price.productId)?.name ?? null,
    metadata: {},
    price: priceObject(price),
    quantity: session.quantity,
  };
  return {
    object: 'list',
    data: [item],
    has_more: false,
    url: `/v1/checkout/sessions/${session.id}/line_items`,
  };
}
