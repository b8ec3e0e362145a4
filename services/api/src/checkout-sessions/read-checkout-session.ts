import type { PaymentContext } from '../payments/payment-context.ts';
import { sessionAsOfNow } from '../payments/provider-state.ts';
import { problem } from '../platform/problem.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { findSession } from './checkout-session-repository.ts';

/** The session as it is now: what is not settled yet is asked of the provider. Problem: `not-found`. */
export async function readCheckoutSession(context: PaymentContext, id: string): Promise<CheckoutSessionRow> {
  // Not every text can be asked of every database.
  const row = /^\w{1,255}$/.test(id) ? await findSession(context.database.db, id) : undefined;
  if (!row) throw problem('not-found', { detail: 'We could not find this payment' });
  const isSettled = row.status === 'paid' || row.status === 'expired';
  return isSettled || !context.payments ? row : sessionAsOfNow(context, context.payments, row);
}
