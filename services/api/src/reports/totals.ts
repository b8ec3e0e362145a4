import type { Db } from '../platform/database.ts';
import type { OutboxRow } from '../platform/schema.ts';

/**
 * Counts leads, purchases, subscriptions and deliveries. Smoke tests buy in a preview, which has no set, and create no leads.
 */
export async function readTotals(db: Db) {
  const [leads, paid, active, deliveries] = await Promise.all([
    db
      .selectFrom('leads')
      .select((by) => by.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('checkout_sessions')
      .select((by) => by.fn.countAll<number>().as('count'))
      .where('set_id', 'is not', null)
      .where('status', '=', 'paid')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('subscriptions')
      .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
      .select((by) => by.fn.countAll<number>().as('count'))
      .where('checkout_sessions.set_id', 'is not', null)
      // A subscription whose debit is pending is already active at the provider.
      .where('checkout_sessions.status', '=', 'paid')
      .where('subscriptions.status', '=', 'active')
      .executeTakeFirstOrThrow(),
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
