import { problem } from '@funnel/service-kit/problem';

import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { findSession, possiblePurchases } from '../checkout-session-repository.ts';
import type { PaymentContext } from '../payment-context.ts';
import { tryRefreshSession } from '../provider-state/refresh-session.ts';

/**
 * Returns the session's current state, fetched from the provider unless it is final. Problems: `not-found`,
 * `unavailable`.
 */
export async function readCheckoutSession(context: PaymentContext, id: string): Promise<CheckoutSessionRow> {
  // Some databases reject some texts, so ids are validated first.
  const row = /^\w{1,255}$/.test(id) ? await findSession(context.database.db, id) : undefined;
  if (!row) throw problem('not-found', { detail: 'We could not find this payment' });
  const isFinal = row.status === 'paid' || row.status === 'expired';
  if (isFinal || !context.payments) return row;
  const current = await tryRefreshSession(context, context.payments, row);
  // It may have been paid a moment ago, so it must not be reported as unpaid.
  if (!current && row.status === 'open')
    throw problem('unavailable', { detail: 'The payment could not be checked. Please try again.' });
  return current ?? row;
}

/**
 * Returns the last session in which the visit has paid, otherwise the last whose payment is in progress or has failed, in its current
 * state. Problems: `not-found`, `unavailable`.
 */
export async function findPurchase(
  context: PaymentContext,
  visitId: string | null | undefined,
): Promise<CheckoutSessionRow> {
  let unpaid: CheckoutSessionRow | undefined;
  for (const { id } of visitId ? await possiblePurchases(context.database.db, visitId) : []) {
    // An open one may have been paid a moment ago.
    const current = await readCheckoutSession(context, id);
    if (current.status === 'paid') return current;
    if (current.subscription_id) unpaid ??= current;
  }
  if (!unpaid) throw problem('not-found', { detail: 'This visit has not paid' });
  return unpaid;
}
