import { minuteMs } from '@funnel/service-kit/durations';
import type { Lease, Queue } from '@funnel/service-kit/jobs/queue';
import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
import { aliasEnd } from '../platform/emails/removed-email.ts';
import type { CheckoutSessionRow, SubscriptionRow } from '../platform/schema.ts';
import { maxDebitMs } from './payment-state.ts';

type Status = CheckoutSessionRow['status'];

export const findSession = (db: Queries, id: string): Promise<CheckoutSessionRow | undefined> =>
  db.selectFrom('checkout_sessions').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the session that sold a subscription, if it is known. */
export const findSellingSession = async (
  db: Queries,
  row: Pick<SubscriptionRow, 'checkout_session_id'> | undefined,
): Promise<CheckoutSessionRow | undefined> =>
  row?.checkout_session_id ? findSession(db, row.checkout_session_id) : undefined;

/** Returns the sessions of a visit that have not expired, the oldest first. */
export const unexpiredSessions = (db: Queries, visitId: string): Promise<CheckoutSessionRow[]> =>
  db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('visit_id', '=', visitId)
    .where('status', '<>', 'expired')
    .orderBy('created_at')
    .execute();

/**
 * Returns the sessions in which the visit may have submitted a payment, the newest first, without those of people who were erased. An
 * expired one with a subscription is a purchase that ended unpaid. At most ten, because the provider is asked about each.
 */
export const possiblePurchases = (db: Queries, visitId: string): Promise<CheckoutSessionRow[]> =>
  db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('visit_id', '=', visitId)
    .where((by) => by.or([by('status', '<>', 'expired'), by('subscription_id', 'is not', null)]))
    .where('email', 'not like', `%${aliasEnd}`)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();

/** Returns the number of sessions of a visit, also of expired ones. */
export async function countSessions(db: Queries, visitId: string): Promise<number> {
  const { count } = await db
    .selectFrom('checkout_sessions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('visit_id', '=', visitId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSession(db: Queries, row: CheckoutSessionRow): Promise<void> {
  await db.insertInto('checkout_sessions').values(row).execute();
}

/** The visit's request to the provider that is in progress, as text, or undefined. */
export const findIntent = async (db: Queries, visitId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('checkout_intents')
      .select('intent')
      .where('visit_id', '=', visitId)
      .executeTakeFirst()
  )?.intent;

export async function saveIntent(
  db: Queries,
  row: { readonly visit_id: string; readonly intent: string; readonly created_at: number },
): Promise<void> {
  await db.insertInto('checkout_intents').values(row).execute();
}

/** Returns whether it was still stored. */
export async function deleteIntent(db: Queries, visitId: string, intent: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('checkout_intents')
    .where('visit_id', '=', visitId)
    .where('intent', '=', intent)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface StatusChange {
  readonly status: Status;
  readonly from: readonly Status[];
  readonly subscriptionId: string | null;
  readonly taxMinor: number;
  readonly nowMs: number;
}

/**
 * Returns the updated row, or undefined if the session was not in one of the `from` statuses. Only an open session has a form,
 * so no other keeps its client secret.
 */
export const changeStatus = (
  db: Queries,
  id: string,
  { status, from, subscriptionId, taxMinor, nowMs }: StatusChange,
): Promise<CheckoutSessionRow | undefined> =>
  db
    .updateTable('checkout_sessions')
    .set({
      status,
      client_secret: '',
      ...(subscriptionId && { subscription_id: subscriptionId }),
      ...(status === 'paid' && { paid_at: nowMs, ...(taxMinor > 0 && { tax_minor: taxMinor }) }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();

/** What an open session takes over from the page that requested it last. */
export type PageState = Pick<CheckoutSessionRow, 'set_id' | 'terms_build' | 'quiz_state' | 'arms'>;

/** Updates an open session. Returns undefined if it is no longer open. */
export const updatePageState = (
  db: Queries,
  id: string,
  state: PageState,
  nowMs: number,
): Promise<CheckoutSessionRow | undefined> =>
  db
    .updateTable('checkout_sessions')
    .set({ ...state, agreement_shown_at: nowMs })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst();

/** The first check is five minutes after opening, and each further interval is twice as long. */
export const firstCheckMs = 5 * minuteMs;

/** The queue of sessions, by the time at which their state is next fetched from the provider. */
export const sessionChecks: Queue<CheckoutSessionRow> = {
  table: 'checkout_sessions',
  id: 'id',
  dueAt: 'check_at',
  isWaiting: sql`status <> 'paid'`,
};

/** Leases one session that is due for a check, and schedules its next check. */
export const nextSessionCheck = (nowMs: number): Lease<CheckoutSessionRow> => ({
  nowMs,
  limit: 1,
  // The last case is a purchase that ended unpaid. A payment that the provider still collects would be found.
  among: sql`(
    status in ('open', 'processing')
    or (status = 'expired' and subscription_id is not null and created_at > ${nowMs - maxDebitMs})
  )`,
  changes: { check_at: sql`${2 * nowMs + firstCheckMs} - created_at` },
});
