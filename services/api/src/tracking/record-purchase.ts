import { stagePaths } from '@funnel/contracts/stage-paths';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { removeAdContext } from './consent-repository.ts';
import { recordEvents } from './record-events.ts';
import { sessionEvent } from './session-event.ts';

/**
 * Records the `Purchase` event of a paid session, and removes its ad context, which nothing needs any more. Call it in the
 * transaction that stores the payment.
 */
export async function recordPurchase(
  context: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
): Promise<void> {
  const purchase = sessionEvent(row, {
    name: 'Purchase',
    path: stagePaths.success,
    atMs: context.clock(),
    transactionId: row.id,
  });
  await recordEvents(context, db, [purchase]);
  await removeAdContext(db, row.id);
}
