import { problem } from '@funnel/service-kit/problem';

import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { findSession } from '../checkout-session-repository.ts';
import type { PaymentContext } from '../payment-context.ts';
import { tryRefreshSession } from '../provider-state/refresh-session.ts';

/** The session as it is now: what is not settled yet is asked of the provider. Problems: `not-found`, `unavailable`. */
export async function readCheckoutSession(context: PaymentContext, id: string): Promise<CheckoutSessionRow> {
  // Not every text can be asked of every database.
  const row = /^\w{1,255}$/.test(id) ? await findSession(context.database.db, id) : undefined;
  if (!row) throw problem('not-found', { detail: 'We could not find this payment' });
  const isSettled = row.status === 'paid' || row.status === 'expired';
  if (isSettled || !context.payments) return row;
  const current = await tryRefreshSession(context, context.payments, row);
  // It may have been paid a moment ago: nobody may be told that it was not.
  if (!current && row.status === 'open')
    throw problem('unavailable', { detail: 'The payment could not be checked. Please try again.' });
  return current ?? row;
}
