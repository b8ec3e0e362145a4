import type { PublicConfig } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { recordEvents } from './record-events.ts';
import { sessionEvent } from './session-event.ts';

type Presentation = PublicConfig['checkoutPresentation'];

/** The page that shows the payment form. */
export const paymentPath = (presentation: Presentation): string =>
  presentation === 'dialog' ? stagePaths.offer : stagePaths.checkout;

/** Records the `InitiateCheckout` event of a new session. Call it in the transaction that stores the session. */
export async function recordInitiateCheckout(
  context: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
  presentation: Presentation,
): Promise<void> {
  const path = paymentPath(presentation);
  const opening = sessionEvent(row, { name: 'InitiateCheckout', path, atMs: context.clock() });
  await recordEvents(context, db, [opening]);
}
