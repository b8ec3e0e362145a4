import { problem } from '@funnel/service-kit/problem';

import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { findSession, lastPaidSession } from '../checkout-session-repository.ts';
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

/** Returns the last session in which the visit has paid. Problem: `not-found`. */
export async function findPurchase(
  { database: { db } }: PaymentContext,
  visitId: string | null | undefined,
): Promise<CheckoutSessionRow> {
  const paid = visitId ? await lastPaidSession(db, visitId) : undefined;
  if (!paid) throw problem('not-found', { detail: 'This visit has not paid' });
  return paid;
}
