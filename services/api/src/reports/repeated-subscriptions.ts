import { isCertificationEmail } from '@funnel/releases/cli/certification-email';
import { sql } from 'kysely';

import { billingStatuses } from '../billing/subscription-repository.ts';
import type { Db } from '../platform/database.ts';

/**
 * Reports emails that pay for more than one subscription, perhaps by mistake. Only for operators. Unlike in other reports,
 * buyers in previews count, because they pay, too. Only the smoke tests of sets are left out, which pay with a test card.
 */
export async function readRepeatedSubscriptions(db: Db) {
  const lowerCased = sql<string>`lower(checkout_sessions.email)`;
  const billed = db
    .selectFrom('subscriptions')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
    .where('subscriptions.status', 'in', billingStatuses);
  const repeated = billed
    .select(lowerCased.as('email'))
    .groupBy(lowerCased)
    .having((by) => by.fn.countAll(), '>', 1);
  // Databases differ in the lower case of letters beyond a to z, which take several bytes. These are compared below.
  const hasOtherLetters = sql<boolean>`octet_length(checkout_sessions.email) > length(checkout_sessions.email)`;
  const rows = await billed
    .select([
      'subscriptions.id',
      'subscriptions.customer_id',
      'subscriptions.status',
      'checkout_sessions.paid_at',
      'checkout_sessions.email',
    ])
    .where((where) => where.or([where(lowerCased, 'in', repeated), hasOtherLetters]))
    .orderBy(lowerCased)
    .orderBy('checkout_sessions.paid_at')
    .execute();
  const byEmail = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = row.email.toLowerCase();
    byEmail.set(key, [...(byEmail.get(key) ?? []), row]);
  }
  return [...byEmail]
    .filter(([email, { length }]) => length > 1 && !isCertificationEmail(email))
    .flatMap(([email, subscriptions]) =>
      subscriptions.map(({ id, customer_id, status, paid_at }) => ({
        email,
        customerId: customer_id,
        subscriptionId: id,
        status,
        paidAt: paid_at,
      })),
    );
}
