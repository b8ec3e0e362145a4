import { currencySchema, formatMoney } from '@funnel/contracts/money';

import { intervalText, periodEnd } from '../billing/period.ts';
import { priceOf } from '../billing/records-of.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import type { SessionRecord } from '../state/records.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Everything the form shows, as text. */
export function sessionView(sandbox: Sandbox, session: SessionRecord) {
  const price = priceOf(sandbox, session.priceId);
  const money = (amountMinor: number) =>
    formatMoney({ amountMinor, currency: currencySchema.parse(session.currency.toUpperCase()) });
  const renewsAt = periodEnd(nowSeconds(sandbox), price);
  const every = intervalText(price);
  return {
    status: session.status,
    product: sandbox.state.products.get(price.productId)?.name ?? 'Subscription',
    today: money(session.subtotalMinor - session.discountMinor),
    full: session.discountMinor > 0 ? money(session.subtotalMinor) : null,
    renewal: `Then ${money(session.subtotalMinor)} every ${every}, from ${dateFormat.format(renewsAt * 1000)}, until canceled.`,
    email: session.customerEmail,
  };
}
