import type { Queue } from '@funnel/service-kit/jobs/queue';
import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
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

/** The queue of subscriptions, by the time at which their state is next fetched from the provider. */
export const subscriptionChecks: Queue<SubscriptionRow> = {
  table: 'subscriptions',
  id: 'id',
  dueAt: 'check_at',
  isWaiting: sql`check_at is not null`,
};
