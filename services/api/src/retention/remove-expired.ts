import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';

import type { AppContext } from '../platform/app-context.ts';
import type { Db } from '../platform/database.ts';

const dayMs = 24 * 3_600_000;
const sweepEveryMs = 3_600_000;

/** What is done is of use for as long as somebody may look for its cause. */
const maxDoneDays = 30;
/** The payment provider repeats a message for three days: one that is gone by then would be taken for a new one. */
const minDoneDays = 4;

/** So few that on SQLite, where a statement stops everything else, no visitor notices. */
const batchSize = 200;
const pauseMs = 100;

interface Cutoffs {
  /** What came before goes: `RETENTION_DAYS` ago. */
  readonly retainedSince: number;
  /** What was done before goes: 30 days ago, or less where less is kept. */
  readonly doneSince: number;
}

type Rule = (db: Db, cutoffs: Cutoffs) => Promise<{ readonly numDeletedRows: bigint }>;

/**
 * What is removed, a batch a call. All else stays: whatever reports of money (checkout sessions, subscriptions, the
 * event of a purchase, which also keeps it from being reported twice), audits, consents, and what an operator has yet to
 * deal with (dead deliveries and messages).
 */
const rules: Readonly<Record<string, Rule>> = {
  events: (db, { retainedSince }) =>
    db
      .deleteFrom('events')
      .where('id', 'in', (from) =>
        from
          .selectFrom('events')
          .select('id')
          .where('received_at', '<', retainedSince)
          .where('name', '<>', 'Purchase')
          .orderBy('received_at')
          .limit(batchSize),
      )
      .executeTakeFirst(),

  // Deliveries are forgotten sooner than leads: one that has none any more was delivered, or had nowhere to go.
  leads: (db, { retainedSince }) =>
    db
      .deleteFrom('leads')
      .where('id', 'in', (from) =>
        from
          .selectFrom('leads as old')
          .select('old.id')
          .where('old.received_at', '<', retainedSince)
          .where(({ not, exists, selectFrom, eb, val }) =>
            not(
              exists(
                selectFrom('outbox')
                  .select('outbox.id')
                  .where('outbox.id', '=', eb(val('lead_'), '||', eb.ref('old.id')))
                  .where('outbox.state', '<>', 'delivered'),
              ),
            ),
          )
          .orderBy('old.received_at')
          .limit(batchSize),
      )
      .executeTakeFirst(),

  deliveries: (db, { doneSince }) =>
    db
      .deleteFrom('outbox')
      .where('id', 'in', (from) =>
        from
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'delivered')
          .where('due_at', '<', doneSince)
          .limit(batchSize),
      )
      .executeTakeFirst(),

  offers: (db, { retainedSince }) =>
    db
      .deleteFrom('offers')
      .where('visit_id', 'in', (from) =>
        from
          .selectFrom('offers')
          .select('visit_id')
          .where('deadline_at', '<', retainedSince)
          .limit(batchSize),
      )
      .executeTakeFirst(),

  // A link without an offer says nothing; it goes with the offer's row.
  offerEmails: (db) =>
    db
      .deleteFrom('offer_emails')
      .where('visit_id', 'in', (from) =>
        from
          .selectFrom('offer_emails')
          .leftJoin('offers', 'offers.visit_id', 'offer_emails.visit_id')
          .leftJoin('leads', 'leads.visit_id', 'offer_emails.visit_id')
          .leftJoin('checkout_sessions', 'checkout_sessions.visit_id', 'offer_emails.visit_id')
          .select('offer_emails.visit_id')
          .where('offers.visit_id', 'is', null)
          .where('leads.id', 'is', null)
          .where('checkout_sessions.id', 'is', null)
          .limit(batchSize),
      )
      .executeTakeFirst(),

  messages: (db, { doneSince }) =>
    db
      .deleteFrom('inbox')
      .where('event_id', 'in', (from) =>
        from
          .selectFrom('inbox')
          .select('event_id')
          .where('state', '=', 'done')
          .where('due_at', '<', doneSince)
          .limit(batchSize),
      )
      .executeTakeFirst(),
};

type Pause = () => Promise<void>;

const shortPause: Pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Removes a batch of each kind that is kept no longer, with a pause after each statement that removed something. Returns
 * how many rows that were: 0 means that nothing is left to remove. Several replicas may do this at once.
 */
export async function sweepBatch(
  { config, database, clock, log }: AppContext,
  pause: Pause = shortPause,
): Promise<number> {
  const days = config.RETENTION_DAYS;
  const cutoffs = {
    retainedSince: clock() - days * dayMs,
    doneSince: clock() - Math.min(Math.max(days, minDoneDays), maxDoneDays) * dayMs,
  };
  let removed = 0;
  for (const [kind, rule] of Object.entries(rules)) {
    const count = Number((await rule(database.db, cutoffs)).numDeletedRows);
    if (count === 0) continue;
    removed += count;
    log.debug({ kind, count }, 'removed what is kept no longer');
    await pause();
  }
  return removed;
}

/** Removes what is kept no longer, every hour and in small batches. */
export const startRetention = (context: AppContext): Worker =>
  startWorker({
    name: 'retention',
    run: () => sweepBatch(context),
    idleMs: sweepEveryMs,
    log: context.log,
  });
