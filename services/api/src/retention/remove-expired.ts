import { dayMs, hourMs } from '@funnel/service-kit/durations';
import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';
import { DeleteResult, sql, UpdateResult, type RawBuilder } from 'kysely';

import { maxDebitMs } from '../billing/payment-state.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Db } from '../platform/database.ts';
import { removedEmail } from '../platform/emails/removed-email.ts';
import type { Schema } from '../platform/schema.ts';

const cleanupIntervalMs = hourMs;

/** Completed work is kept as long as somebody may investigate it. */
const maxCompletedDays = 30;
/**
 * The payment provider repeats a webhook event for three days. An event that was deleted earlier would be processed
 * twice.
 */
const minCompletedDays = 4;

/** Small enough that no visitor notices on SQLite, where a statement blocks all others. */
const batchSize = 200;
const pauseMs = 100;

interface Cutoffs {
  readonly nowMs: number;
  /** Older rows are deleted: `RETENTION_DAYS` ago. */
  readonly receivedBefore: number;
  /** Work completed earlier is deleted: 30 days ago, or less if RETENTION_DAYS is less. */
  readonly completedBefore: number;
  /** The debit of a session that was created earlier is no longer pending. */
  readonly debitedBefore: number;
}

/** The kinds of deliveries that are of no use any more by then. */
const uselessLater = sql`('email', 'conversion')`;

/** As the index `checkout_sessions_unpaid_by_expires_at` has it: without parameters, or neither database uses the index. */
const isUnpaidWithPersonalData = sql<boolean>`
  status = 'expired' and (email <> '' or quiz_state is not null or ad_trace is not null)`;

/** As the index `checkout_sessions_paid_with_ad_trace` has it. */
const isPaidWithAdContext = sql<boolean>`status = 'paid' and ad_trace is not null`;

type Rule = (db: Db, cutoffs: Cutoffs) => Promise<DeleteResult | UpdateResult>;

/** Deletes the rows of one batch, which the condition selects, by their key. The condition may end with an order. */
const deleteBatch =
  <Table extends keyof Schema>(
    table: Table,
    key: keyof Schema[Table] & string,
    isExpired: (cutoffs: Cutoffs) => RawBuilder<unknown>,
  ): Rule =>
  async (db, cutoffs) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} as old where ${isExpired(cutoffs)} limit ${batchSize}
      )`.execute(db);
    return new DeleteResult(numAffectedRows);
  };

/**
 * The rows to delete, in batches. Everything else is kept: financial records (checkout sessions, subscriptions, and purchase
 * events, which also prevent a second report), audits, and what an operator has to handle: dead webhook events, and dead
 * deliveries other than emails and conversions, which would come too late.
 */
const rules: Readonly<Record<string, Rule>> = {
  events: deleteBatch(
    'events',
    'id',
    ({ receivedBefore }) => sql`received_at < ${receivedBefore} and name <> 'Purchase' order by received_at`,
  ),

  // Renewals are reported by the source of the visit that bought. Its row counts as new from now on, so that it is looked at
  // once in this time and not in every batch.
  async visits(db, { receivedBefore, nowMs }) {
    const old = await db
      .selectFrom('visits')
      .select(({ exists, selectFrom }) => [
        'visit_id',
        exists(
          selectFrom('checkout_sessions')
            .select('id')
            .whereRef('checkout_sessions.visit_id', '=', 'visits.visit_id')
            .where('status', 'in', ['processing', 'paid']),
        ).as('is_buyer'),
      ])
      .where('first_at', '<', receivedBefore)
      .limit(batchSize)
      .execute();
    const idsOf = (isBuyer: boolean) =>
      old.filter(({ is_buyer }) => Boolean(is_buyer) === isBuyer).map(({ visit_id }) => visit_id);
    const [buyers, others] = [idsOf(true), idsOf(false)];
    if (buyers.length > 0)
      await db.updateTable('visits').set({ first_at: nowMs }).where('visit_id', 'in', buyers).execute();
    if (others.length > 0) await db.deleteFrom('visits').where('visit_id', 'in', others).execute();
    return new DeleteResult(BigInt(old.length));
  },

  // By then nothing is left of the visit that they allowed or refused, except its purchase.
  consents: deleteBatch(
    'consents',
    'visit_id',
    ({ receivedBefore }) => sql`received_at < ${receivedBefore} and not exists (
      select 1 from consents as later where later.visit_id = old.visit_id and later.received_at >= ${receivedBefore}
    ) order by received_at`,
  ),

  // Deliveries are deleted sooner than leads. A lead without a delivery was delivered, or no webhook was configured.
  leads: deleteBatch(
    'leads',
    'id',
    ({ receivedBefore }) => sql`received_at < ${receivedBefore} and not exists (
      select 1 from outbox where outbox.id = 'lead_' || old.id and outbox.state <> 'delivered'
    ) order by received_at`,
  ),

  // A delivery still waits by then if its destination was stopped or has no settings any more.
  deliveries: deleteBatch(
    'outbox',
    'id',
    ({ completedBefore, receivedBefore }) => sql`due_at < ${completedBefore} and (
      state = 'delivered'
      or state = 'dead' and kind in ${uselessLater}
      or state = 'waiting' and kind in ${uselessLater} and created_at < ${receivedBefore}
    )`,
  ),

  // The sessions stay. Only a payment needs the email, the answers (for its email) and the ad context (for its report). The external
  // app was notified of an ended subscription at the time.
  async unpaidSessions(db, { receivedBefore, debitedBefore }) {
    const unpaid = await db
      .selectFrom('checkout_sessions')
      .select('id')
      .where(isUnpaidWithPersonalData)
      .where('expires_at', '<', receivedBefore)
      .where((is) => is.or([is('subscription_id', 'is', null), is('created_at', '<', debitedBefore)]))
      .orderBy('expires_at')
      .limit(batchSize)
      .execute();
    if (unpaid.length === 0) return new UpdateResult(0n, undefined);
    const ids = unpaid.map(({ id }) => id);
    return db.transaction().execute(async (trx) => {
      const emptied = await trx
        .updateTable('checkout_sessions')
        .set({ email: removedEmail, quiz_state: null, ad_trace: null })
        .where('id', 'in', ids)
        .where('status', '=', 'expired')
        .returning('id')
        .execute();
      const emptiedIds = emptied.map(({ id }) => id);
      if (emptiedIds.length > 0)
        await trx
          .updateTable('subscriptions')
          .set({ announced: null })
          .where('checkout_session_id', 'in', emptiedIds)
          .execute();
      return new UpdateResult(BigInt(emptied.length), undefined);
    });
  },

  // An earlier version of the service stored it with a payment. This one removes it in the same transaction.
  adContextsOfBuyers: (db) =>
    db
      .updateTable('checkout_sessions')
      .set({ ad_trace: null })
      .where('id', 'in', (from) =>
        from.selectFrom('checkout_sessions').select('id').where(isPaidWithAdContext).limit(batchSize),
      )
      .executeTakeFirst(),

  // A request to the payment provider that was interrupted, and that its visit never repeated.
  intents: deleteBatch(
    'checkout_intents',
    'visit_id',
    ({ receivedBefore }) => sql`created_at < ${receivedBefore}`,
  ),

  offers: deleteBatch('offers', 'visit_id', ({ receivedBefore }) => sql`deadline_at < ${receivedBefore}`),

  // A link without an offer is useless, so it is deleted after the offer. One that is still needed is looked at again after a day,
  // and not in every batch.
  async offerEmails(db, { receivedBefore }) {
    const old = await db
      .selectFrom('offer_emails')
      .leftJoin('offers', 'offers.visit_id', 'offer_emails.visit_id')
      .leftJoin('leads', 'leads.visit_id', 'offer_emails.visit_id')
      .leftJoin('checkout_sessions', (join) =>
        join
          .onRef('checkout_sessions.visit_id', '=', 'offer_emails.visit_id')
          .on('checkout_sessions.email', '<>', removedEmail),
      )
      .select(({ fn }) => [
        'offer_emails.visit_id',
        fn.coalesce('offers.visit_id', 'leads.id', 'checkout_sessions.id').as('needed_for'),
      ])
      .where('linked_at', '<', receivedBefore)
      .orderBy('linked_at')
      .limit(batchSize)
      .execute();
    const visitsOf = (isNeeded: boolean) =>
      old.filter(({ needed_for }) => (needed_for !== null) === isNeeded).map(({ visit_id }) => visit_id);
    const [needed, useless] = [visitsOf(true), visitsOf(false)];
    if (needed.length > 0)
      await db
        .updateTable('offer_emails')
        .set({ linked_at: receivedBefore + dayMs })
        .where('visit_id', 'in', needed)
        .execute();
    if (useless.length > 0) await db.deleteFrom('offer_emails').where('visit_id', 'in', useless).execute();
    return new DeleteResult(BigInt(old.length));
  },

  exposures: (db, { receivedBefore }) =>
    db
      .deleteFrom('exposures')
      .where('at', '<', receivedBefore)
      .where('visit_id', 'in', (from) =>
        from.selectFrom('exposures').select('visit_id').where('at', '<', receivedBefore).limit(batchSize),
      )
      .executeTakeFirst(),

  alerts: (db, { receivedBefore }) =>
    db.deleteFrom('alerts').where('ended_at', '<', receivedBefore).executeTakeFirst(),

  webhookEvents: deleteBatch(
    'inbox',
    'event_id',
    ({ completedBefore }) => sql`state = 'done' and due_at < ${completedBefore}`,
  ),
};

type Pause = () => Promise<void>;

const shortPause: Pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Deletes one batch of each kind of expired data, with a pause after each statement that changed something. Returns the
 * number of changed rows, and 0 if none are left. A kind that fails does not hold up the others: it is left out of the next batches,
 * by `failed`. Once the others have nothing left, its error is thrown, and `failed` is empty again. Several replicas may run it at once.
 */
export async function removeExpiredBatch(
  { config, database, clock, log }: AppContext,
  pause: Pause = shortPause,
  failed = new Map<string, unknown>(),
): Promise<number> {
  const days = config.RETENTION_DAYS;
  const cutoffs = {
    nowMs: clock(),
    receivedBefore: clock() - days * dayMs,
    completedBefore: clock() - Math.min(Math.max(days, minCompletedDays), maxCompletedDays) * dayMs,
    debitedBefore: clock() - maxDebitMs,
  };
  let removed = 0;
  for (const [kind, rule] of Object.entries(rules)) {
    if (failed.has(kind)) continue;
    try {
      const result = await rule(database.db, cutoffs);
      const count = Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);
      if (count === 0) continue;
      removed += count;
      log.debug({ kind, count }, 'expired data handled');
      await pause();
    } catch (err) {
      failed.set(kind, err);
      log.error({ err, kind }, 'expired data could not be removed');
    }
  }
  const [error] = failed.values();
  if (removed > 0 || error === undefined) return removed;
  failed.clear();
  throw error;
}

/** Deletes expired rows every hour in small batches. */
export function startRetention(context: AppContext): Worker {
  const failed = new Map<string, unknown>();
  return startWorker({
    name: 'retention',
    run: () => removeExpiredBatch(context, shortPause, failed),
    idleMs: cleanupIntervalMs,
    log: context.log,
  });
}
