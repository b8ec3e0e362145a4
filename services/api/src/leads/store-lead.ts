import type { LeadRequest } from '@funnel/contracts/api';
import { checkEmail } from '@funnel/contracts/email';
import { createBatcher } from '@funnel/service-kit/batching';
import { problem } from '@funnel/service-kit/problem';

import { enqueueAll } from '../deliveries/outbox-repository.ts';
import { recordOfferEmails } from '../offer/offer.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { emailProblem } from '../platform/email-problem.ts';
import type { LeadRow } from '../platform/schema.ts';
import { insertLeads, visitsOfLeads } from './lead-repository.ts';
import { leadWebhookBody, leadWebhookName } from './lead-webhook.ts';

interface Submission {
  readonly lead: LeadRequest;
  readonly visitId: string;
  readonly setId: string | null;
}

/** Records the event of each lead, in the transaction that stores it. */
type RecordEvents<S extends Submission> = (db: Queries, leads: readonly S[], nowMs: number) => Promise<void>;

/** SQLite writes one at a time; on PostgreSQL a transaction that waits for another replica's holds up only its own. */
const concurrency = { sqlite: 1, postgres: 3 } as const;

const rowOf = ({ lead, visitId, setId }: Submission, nowMs: number): LeadRow => ({
  id: lead.leadId,
  visit_id: visitId,
  email: lead.email,
  step: lead.step,
  special_goal: lead.specialGoal,
  quiz_answers: JSON.stringify(lead.quizAnswers),
  answers_summary: lead.answers_summary,
  timestamp: lead.timestamp,
  received_at: nowMs,
  set_id: setId,
});

const deliveryOf = ({ lead, visitId, setId }: Submission) => ({
  id: `lead_${lead.leadId}`,
  destination: leadWebhookName,
  kind: 'lead',
  payload: leadWebhookBody(lead),
  visit_id: visitId,
  set_id: setId,
});

/**
 * Stores each with its Lead event and, where leads are forwarded, its delivery: all of it or nothing. Returns the visit
 * to which each lead id belongs.
 */
async function store<S extends Submission>(
  context: AppContext,
  recordEvents: RecordEvents<S>,
  submissions: readonly S[],
): Promise<ReadonlyMap<string, string>> {
  const { config, database, clock } = context;
  const nowMs = clock();
  // The first of each id, in one order everywhere: two replicas that get the same leads do not wait for each other.
  const byId = new Map(submissions.toReversed().map((submission) => [submission.lead.leadId, submission]));
  const distinct = [...byId.keys()].toSorted().flatMap((id) => byId.get(id) ?? []);
  return database.db.transaction().execute(async (trx) => {
    const fresh = await insertLeads(
      trx,
      distinct.map((submission) => rowOf(submission, nowMs)),
    );
    const added = distinct.filter(({ lead }) => fresh.has(lead.leadId));
    await recordEvents(trx, added, nowMs);
    await recordOfferEmails(
      context,
      trx,
      added.map(({ lead: { email }, visitId }) => ({ email, visitId })),
    );
    if (config.LEAD_WEBHOOK_URL) await enqueueAll(trx, added.map(deliveryOf), nowMs);
    const owners = added.map(({ lead, visitId }) => [lead.leadId, visitId] as const);
    const known = distinct.flatMap(({ lead }) => (fresh.has(lead.leadId) ? [] : lead.leadId));
    return new Map([...owners, ...(known.length > 0 ? await visitsOfLeads(trx, known) : [])]);
  });
}

/**
 * Stores a lead, once however often its visit sends it; resolves when it is on disk. Leads that come together share a
 * commit. Problems: `invalid-request` where the e-mail address is none; `lead-id-taken` if another visit used the id first,
 * because a lead that was not stored must not be confirmed.
 */
export function createLeadWriter<S extends Submission>(
  context: AppContext,
  recordEvents: RecordEvents<S>,
): (submission: S) => Promise<void> {
  const storeTogether = createBatcher<S, boolean>(
    async (submissions) => {
      const owners = await store(context, recordEvents, submissions);
      return ({ lead, visitId }) => owners.get(lead.leadId) === visitId;
    },
    { concurrency: concurrency[context.database.engine], maxSize: 64 },
  );
  return async (submission) => {
    const { lead } = submission;
    const check = checkEmail(lead.email);
    if (check !== 'ok') throw emailProblem(check);
    const isStored = await storeTogether({ ...submission, lead: { ...lead, email: lead.email.trim() } });
    if (!isStored) throw problem('lead-id-taken');
  };
}
