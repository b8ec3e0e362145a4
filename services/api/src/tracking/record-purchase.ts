import { currencySchema } from '@funnel/contracts/money';
import { planIdSchema, plans } from '@funnel/contracts/plans';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { hashEmail } from '../platform/hash-email.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { adTraceSchema, eventIdOf, pageAddress } from './conversions/conversion.ts';
import { serverEvent, recordEvents } from './record-events.ts';

/**
 * The one Purchase of a paid session: the same id however often, and by whom, it is settled. Belongs in the transaction
 * that settles it. What may be told of the buyer was stored with the session: who speaks now is the payment provider.
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
  const sold = {
    valueMinor: row.amount_minor,
    currency: currencySchema.safeParse(row.currency).data ?? 'EUR',
    contentId: row.plan_id,
    contentName: planId ? plans[planId].name : row.plan_id,
  };
  const trace = row.ad_trace ? adTraceSchema.parse(JSON.parse(row.ad_trace)) : null;
  const conversion = trace && {
    ...about,
    ...sold,
    atMs: nowMs,
    url: pageAddress(trace.origin, stagePaths.success),
    transactionId: row.id,
    emailSha256: hashEmail(row.email),
    trace,
  };
  const event = serverEvent(about, { ...sold, checkoutSessionId: row.id }, nowMs);
  await recordEvents(context, db, [{ event, conversion }]);
}
