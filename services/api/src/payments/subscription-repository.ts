import type { Queries } from '../platform/database.ts';
import type { SubscriptionRow } from '../platform/schema.ts';

/** Stores a subscription, unless what is stored was asked for later. */
export async function putSubscription(db: Queries, row: SubscriptionRow): Promise<void> {
  const { id, checkout_session_id, ...state } = row;
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(state).where('subscriptions.updated_at', '<=', state.updated_at),
    )
    .execute();
  if (checkout_session_id === null) return;
  await db.updateTable('subscriptions').set({ checkout_session_id }).where('id', '=', id).execute();
}

export async function subscriptionStatus(db: Queries, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('subscriptions').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status;
}
