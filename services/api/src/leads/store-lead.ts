import { isDeepStrictEqual } from 'node:util';

import type { LeadRequest } from '@funnel/contracts/api';
import type { Locale } from '@funnel/contracts/content/locales';
import { checkEmail, trimEmail } from '@funnel/contracts/email';
import { createBatcher } from '@funnel/service-kit/batching';
import { problem } from '@funnel/service-kit/problem';

import { enqueueAll } from '../deliveries/outbox-repository.ts';
import { enqueuePlanEmails } from '../emails/enqueue-emails.ts';
import { recordOfferEmails } from '../offer/offer.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { emailProblem } from '../platform/emails/email-problem.ts';
import { isAlias } from '../platform/emails/removed-email.ts';
import { isSameEmail } from '../platform/emails/same-email.ts';
import type { LeadRow } from '../platform/schema.ts';
import { checkoutLeadsOf, insertLeads, ownersOfLeads, type LeadOwner } from './lead-repository.ts';
import { leadWebhookBody, leadWebhookName } from './lead-webhook.ts';

/** A lead with what its delivery and emails need of its request. */
export interface SubmittedLead {
  readonly lead: LeadRequest;
  readonly visitId: string;
  readonly setId: string | null;
  /** The language of the page that sends the lead. */
  readonly locale: Locale;
  /** The origin under which the visitor sees the site. */
  readonly origin: string;
  /** The IP that sends the lead. */
  readonly ip: string;
  /** Whether the network that sends the lead may cause a plan email. */
  readonly sendsPlanEmail: boolean;
}

/** Records the event of each lead, in the transaction that stores the leads. */
type RecordEvents<S extends SubmittedLead> = (
  db: Queries,
  leads: readonly S[],
  nowMs: number,
) => Promise<void>;

/**
 * SQLite allows one write at a time. On PostgreSQL, a second transaction avoids waiting for one that another replica
 * blocks.
 */
const concurrency = { sqlite: 1, postgres: 2 } as const;

const rowOf = ({ lead, visitId, setId }: SubmittedLead, nowMs: number): LeadRow => ({
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

/** The bytes that a lead takes in the database, with its delivery. */
export const storedBytes = (lead: LeadRequest): number => 2 * Buffer.byteLength(JSON.stringify(lead));

const deliveryOf = ({ lead, visitId, setId }: SubmittedLead) => ({
  id: `lead_${lead.leadId}`,
  destination: leadWebhookName,
  kind: 'lead',
  payload: leadWebhookBody(lead),
  visit_id: visitId,
  set_id: setId,
});

/** Stores new leads with their deliveries in the caller's transaction, without their events. Returns the new ones. */
export async function insertSubmissions<S extends SubmittedLead>(
  context: AppContext,
  db: Queries,
  submissions: readonly S[],
): Promise<S[]> {
  const { config, clock } = context;
  const nowMs = clock();
  const newIds = await insertLeads(
    db,
    submissions.map((submission) => rowOf(submission, nowMs)),
  );
  const added = submissions.filter(({ lead }) => newIds.has(lead.leadId));
  await recordOfferEmails(
    context,
    db,
    added.map(({ lead: { email }, visitId, ip }) => ({ email, visitId, ip })),
  );
  await enqueuePlanEmails(
    context,
    db,
    added
      .filter(({ sendsPlanEmail }) => sendsPlanEmail)
      .map(({ lead, visitId, setId, locale, origin }) => ({
        visitId,
        setId,
        locale,
        origin,
        email: lead.email,
        quizAnswers: lead.quizAnswers,
        specialGoal: lead.specialGoal,
      })),
  );
  if (config.LEAD_WEBHOOK_URL) await enqueueAll(db, added.map(deliveryOf), nowMs);
  return added;
}

/**
 * Returns the leads that duplicate a checkout lead of the same visit. The quiz retries its own lead for minutes while the
 * visitor moves on.
 */
async function repeatedAfterCheckout<S extends SubmittedLead>(
  db: Queries,
  submissions: readonly S[],
): Promise<ReadonlySet<S>> {
  const checkoutLeads = await checkoutLeadsOf(
    db,
    submissions.map(({ visitId }) => visitId),
  );
  const isRepeated = ({ lead, visitId }: S) =>
    checkoutLeads.some(
      (row) =>
        row.visit_id === visitId &&
        isSameEmail(row.email, lead.email) &&
        row.special_goal === lead.specialGoal &&
        isDeepStrictEqual(JSON.parse(row.quiz_answers), lead.quizAnswers),
    );
  return new Set(submissions.filter(isRepeated));
}

/**
 * Stores leads with their Lead events and, if a webhook is configured, their deliveries, in one transaction. Returns
 * the owner of each lead id.
 */
async function store<S extends SubmittedLead>(
  context: AppContext,
  recordEvents: RecordEvents<S>,
  submissions: readonly S[],
): Promise<ReadonlyMap<string, LeadOwner>> {
  const { database, clock } = context;
  // The first submission of each id, sorted, so that two replicas with the same leads lock them in the same order.
  const byId = new Map(submissions.toReversed().map((submission) => [submission.lead.leadId, submission]));
  const distinct = [...byId.keys()].toSorted().flatMap((id) => byId.get(id) ?? []);
  return database.db.transaction().execute(async (trx) => {
    const repeated = await repeatedAfterCheckout(trx, distinct);
    const fresh = distinct.filter((submission) => !repeated.has(submission));
    const added = fresh.length > 0 ? await insertSubmissions(context, trx, fresh) : [];
    await recordEvents(trx, added, clock());
    const owners = [...added, ...repeated].map(
      ({ lead: { leadId, email }, visitId }) => [leadId, { visit_id: visitId, email }] as const,
    );
    const newIds = new Set(added.map(({ lead }) => lead.leadId));
    const knownIds = fresh.flatMap(({ lead }) => (newIds.has(lead.leadId) ? [] : lead.leadId));
    return new Map([...owners, ...(knownIds.length > 0 ? await ownersOfLeads(trx, knownIds) : [])]);
  });
}

/**
 * Creates a function that stores a lead and resolves when it is on disk. A repeat from the same visit is idempotent.
 * Concurrent leads share a commit. Problems: `invalid-request` if the email is invalid; `lead-id-taken` if the id
 * was used first by another visit or for another email, because a lead that was not stored must not be acknowledged.
 */
export function createLeadWriter<S extends SubmittedLead>(
  context: AppContext,
  recordEvents: RecordEvents<S>,
): (submission: S) => Promise<void> {
  const storeBatched = createBatcher<S, boolean>(
    async (submissions) => {
      const owners = await store(context, recordEvents, submissions);
      return ({ lead, visitId }) => {
        const owner = owners.get(lead.leadId);
        // An erased lead has no email left to compare. A repeat is acknowledged, because a client would send it again under another id.
        return owner?.visit_id === visitId && (isAlias(owner.email) || isSameEmail(owner.email, lead.email));
      };
    },
    { concurrency: concurrency[context.database.engine], maxSize: 64 },
  );
  return async (submission) => {
    const { lead } = submission;
    const check = checkEmail(lead.email);
    if (check !== 'ok') throw emailProblem(check);
    const isStored = await storeBatched({ ...submission, lead: { ...lead, email: trimEmail(lead.email) } });
    if (!isStored) throw problem('lead-id-taken');
  };
}
