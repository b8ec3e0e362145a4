import { sql } from 'kysely';

import type { Db } from '../platform/database.ts';

/** Statuses in which a subscription bills, or will try to. */
const billing = ['active', 'trialing', 'past_due', 'unpaid'];

/** Reports emails that pay for more than one subscription, perhaps by mistake. Only for operators. */
export async function readRepeatedSubscriptions(db: Db) {
  const email = sql<string>`lower(checkout_sessions.email)`;
  const billed = db
    .selectFrom('subscriptions')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
    .where('subscriptions.status', 'in', billing);
  const repeated = billed
    .select(email.as('address'))
    .groupBy(email)
    .having((by) => by.fn.countAll(), '>', 1);
  const rows = await billed
    .select(['subscriptions.id', 'subscriptions.status', 'checkout_sessions.paid_at', email.as('email')])
    .where(email, 'in', repeated)
    .orderBy(email)
    .orderBy('checkout_sessions.paid_at')
    .execute();
  return rows.map(({ id, status, paid_at, email }) => ({
    email,
    subscriptionId: id,
    status,
    paidAt: paid_at,
  }));
}
