import type { ConversionName } from '@funnel/contracts/events';
import { currencySchema } from '@funnel/contracts/money';
import { planIdSchema, plans } from '@funnel/contracts/plans';

import type { CheckoutSessionRow } from '../platform/schema.ts';
import { adContextSchema, eventIdOf, pageUrl, type Conversion } from './conversions/conversion.ts';
import { serverEvent, type NewEvent } from './record-events.ts';
import { emailHashesOf } from './visit-email.ts';

/** What happened to a checkout session, and on which page. */
interface SessionEventDetails extends Pick<Conversion, 'transactionId'> {
  readonly name: ConversionName;
  readonly path: string;
  readonly atMs: number;
}

/**
 * Builds an event that happens once per checkout session, with the same id on every repeat. The ad context was stored with
 * the session, because the request may come from the payment provider.
 */
export function sessionEvent(
  row: CheckoutSessionRow,
  { name, path, atMs, ...details }: SessionEventDetails,
): NewEvent {
  const planId = planIdSchema.safeParse(row.plan_id).data;
  const about = { id: eventIdOf(name, row.id), name, visitId: row.visit_id, setId: row.set_id };
  const content = {
    valueMinor: row.amount_minor,
    currency: currencySchema.safeParse(row.currency).data ?? 'EUR',
    contentId: row.plan_id,
    contentName: planId ? plans[planId].name : row.plan_id,
  };
  const adContext = row.ad_trace ? adContextSchema.parse(JSON.parse(row.ad_trace)) : null;
  const conversion = adContext && {
    ...about,
    ...content,
    ...details,
    atMs,
    url: pageUrl(adContext.origin, path),
    ...emailHashesOf(row.email),
    trace: adContext,
  };
  return { event: serverEvent(about, { ...content, checkoutSessionId: row.id }, atMs), conversion };
}
