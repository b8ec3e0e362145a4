import { currencySchema } from '@funnel/contracts/money';
import { planIdSchema, plans } from '@funnel/contracts/plans';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { hashEmail } from '../platform/hash-email.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { adContextSchema, eventIdOf, pageUrl } from './conversions/conversion.ts';
import { serverEvent, recordEvents } from './record-events.ts';

/**
 * Records the `Purchase` event of a paid session, with the same id on every repeat. Call it in the transaction that
 * stores the payment. The ad context was stored with the session, because this request comes from the payment provider.
 */
export async function recordPurchase(
  context: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
): Promise<void> {
  const nowMs = context.clock();
  const planId = planIdSchema.safeParse(row.plan_id).data;
  const about = {
    id: eventIdOf('Purchase', row.id),
    name: 'Purchase',
    visitId: row.visit_id,
    setId: row.set_id,
  } as const;
  const content = {
    valueMinor: row.amount_minor,
    currency: currencySchema.safeParse(row.currency).data ?? 'EUR',
    contentId: row.plan_id,
    contentName: planId ? plans[planId].name : row.plan_id,
  };
  const trace = row.ad_trace ? adContextSchema.parse(JSON.parse(row.ad_trace)) : null;
  const conversion = trace && {
    ...about,
    ...content,
    atMs: nowMs,
    url: pageUrl(trace.origin, stagePaths.success),
    transactionId: row.id,
    emailSha256: hashEmail(row.email),
    trace,
  };
  const event = serverEvent(about, { ...content, checkoutSessionId: row.id }, nowMs);
  await recordEvents(context, db, [{ event, conversion }]);
}
