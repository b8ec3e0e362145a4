import type { Queries } from '../platform/database.ts';
import type { PaymentRow } from '../platform/schema.ts';
import type { ProviderPayment } from './payment-provider.ts';

const toRow = (payment: ProviderPayment): PaymentRow => ({
  id: payment.id,
  kind: payment.kind,
  subscription_id: payment.subscriptionId,
  amount_minor: payment.amountMinor,
  currency: payment.currency,
  at: payment.atMs,
});

/** Stores payments. One that is known changes nothing, because a paid invoice is final. */
export async function insertPayments(db: Queries, payments: readonly ProviderPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await db
    .insertInto('payments')
    .values(payments.map(toRow))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Replaces the refunds and disputes of a subscription by the current ones, because a refund may fail and a dispute may be won.
 * Call it while the subscription's row is locked.
 */
export async function replaceReturned(
  db: Queries,
  subscriptionId: string,
  returned: readonly ProviderPayment[],
): Promise<void> {
  await db
    .deleteFrom('payments')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['refund', 'dispute'])
    .execute();
  await insertPayments(db, returned);
}
