import type { Queue } from '@funnel/service-kit/jobs/queue';
import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
import { isSameEmail, mayBeEmail } from '../platform/emails/same-email.ts';
import type { SubscriptionRow } from '../platform/schema.ts';

/** Returns the subscription's row, inserted if it is missing, and locks it until the transaction ends. */
export async function lockSubscription(db: Queries, first: SubscriptionRow): Promise<SubscriptionRow> {
  await db
    .insertInto('subscriptions')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .updateTable('subscriptions')
    .set({ id: first.id })
    .where('id', '=', first.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function storeSubscription(db: Queries, { id, ...row }: SubscriptionRow): Promise<void> {
  await db.updateTable('subscriptions').set(row).where('id', '=', id).execute();
}

export async function subscriptionsOfCustomer(db: Queries, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const findSubscription = (db: Queries, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

/** The checkout session that sold a subscription, unless its payment is confirmed. */
export const findUnpaidSession = async (db: Queries, subscriptionId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('subscriptions')
      .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
      .select('checkout_sessions.id')
      .where('subscriptions.id', '=', subscriptionId)
      .where('checkout_sessions.status', '<>', 'paid')
      .executeTakeFirst()
  )?.id;

/** Statuses in which a subscription bills, or will try to. */
export const billingStatuses = ['active', 'trialing', 'past_due', 'unpaid'];

/** Counts the customers beside that of `row` that have a subscription of an email that bills. */
export async function countOtherCustomers(db: Queries, row: SubscriptionRow, email: string): Promise<number> {
  const candidates = await db
    .selectFrom('subscriptions')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
    .select(['subscriptions.customer_id', 'checkout_sessions.email'])
    .where(mayBeEmail('checkout_sessions.email', email))
    .where('subscriptions.customer_id', 'not in', ['', row.customer_id])
    .where('subscriptions.status', 'in', billingStatuses)
    .execute();
  const own = candidates.filter((candidate) => isSameEmail(candidate.email, email));
  return new Set(own.map(({ customer_id }) => customer_id)).size;
}

/** The queue of subscriptions, by the time at which their state is next fetched from the provider. */
export const subscriptionChecks: Queue<SubscriptionRow> = {
  table: 'subscriptions',
  id: 'id',
  dueAt: 'check_at',
  isWaiting: sql`check_at is not null`,
};
