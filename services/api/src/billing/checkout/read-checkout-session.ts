import { problem } from '@funnel/service-kit/problem';

import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { findSession, possiblePurchases } from '../checkout-session-repository.ts';
import type { PaymentContext } from '../payment-context.ts';
import { tryRefreshSession } from '../provider-state/refresh-session.ts';

const couldNotCheck = () =>
  problem('unavailable', { detail: 'The payment could not be checked. Please try again.' });

/**
 * The session's current state, fetched from the provider unless it is final. Null if it may have been paid a moment ago, and the
 * provider does not say.
 */
async function currentStateOf(
  context: PaymentContext,
  row: CheckoutSessionRow,
): Promise<CheckoutSessionRow | null> {
  const isFinal = row.status === 'paid' || row.status === 'expired';
  if (isFinal || !context.payments) return row;
  const current = await tryRefreshSession(context, context.payments, row);
  return current ?? (row.status === 'open' ? null : row);
}

/** Returns the session in its current state. Problems: `not-found`, `unavailable`. */
export async function readCheckoutSession(context: PaymentContext, id: string): Promise<CheckoutSessionRow> {
  // Some databases reject some texts, so ids are validated first.
  const row = /^\w{1,255}$/.test(id) ? await findSession(context.database.db, id) : undefined;
  if (!row) throw problem('not-found', { detail: 'We could not find this payment' });
  const current = await currentStateOf(context, row);
  if (!current) throw couldNotCheck();
  return current;
}

/**
 * Returns the last session in which the visit has paid or its payment is in progress, as far as the provider says, otherwise the last
 * whose payment has failed. Problems: `not-found`, `unavailable`.
 */
export async function findPurchase(
  context: PaymentContext,
  visitId: string | null | undefined,
): Promise<CheckoutSessionRow> {
  let failed: CheckoutSessionRow | undefined;
  let mayHavePaid = false;
  for (const row of visitId ? await possiblePurchases(context.database.db, visitId) : []) {
    const current = await currentStateOf(context, row);
    if (current?.status === 'paid' || current?.status === 'processing') return current;
    if (!current) mayHavePaid = true;
    else if (current.subscription_id) failed ??= current;
  }
  if (mayHavePaid) throw couldNotCheck();
  if (!failed) throw problem('not-found', { detail: 'This visit has not paid' });
  return failed;
}
