import type { Db } from '../platform/database.ts';
import type { OutboxRow } from '../platform/schema.ts';

/** Counts all leads, purchases, subscriptions and deliveries. */
export async function readTotals(db: Db) {
  const count = (table: 'leads' | 'checkout_sessions' | 'subscriptions') =>
    db.selectFrom(table).select((by) => by.fn.countAll<number>().as('count'));
  const [leads, paid, active, deliveries] = await Promise.all([
    count('leads').executeTakeFirstOrThrow(),
    count('checkout_sessions').where('status', '=', 'paid').executeTakeFirstOrThrow(),
    count('subscriptions').where('status', '=', 'active').executeTakeFirstOrThrow(),
    db
      .selectFrom('outbox')
      .select(['state', (by) => by.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
  ]);
  const inState = (state: OutboxRow['state']) => deliveries.find((row) => row.state === state)?.count ?? 0;
  return {
    leads: leads.count,
    paidSessions: paid.count,
    activeSubscriptions: active.count,
    deliveries: { waiting: inState('waiting'), delivered: inState('delivered'), dead: inState('dead') },
  };
}
