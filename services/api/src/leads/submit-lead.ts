import type { LeadRequest } from '@funnel/contracts/api';
import { checkEmail } from '@funnel/contracts/email';

import type { AdTrace } from '../conversions/conversion.ts';
import { recordLead } from '../conversions/record-lead.ts';
import type { AppContext } from '../platform/app-context.ts';
import { enqueue } from '../platform/outbox/outbox-repository.ts';
import { problem } from '../platform/problem.ts';
import { insertLead } from './lead-repository.ts';
import { leadWebhookBody, leadWebhookName } from './lead-webhook.ts';

interface Submission {
  readonly lead: LeadRequest;
  readonly visitId: string;
  readonly setId: string | null;
  /** What ad platforms may hear of the visitor; null for nothing. */
  readonly trace: AdTrace | null;
}

const complaints = { required: 'Email is required', invalid: 'Please enter a valid email address' } as const;

/**
 * Stores a lead, its Lead event and, where leads are forwarded, its delivery: both or neither, and once however often it is sent.
 * Problem: `invalid-request` where the e-mail address is none.
 */
export async function submitLead(
  context: AppContext,
  { lead, visitId, setId, trace }: Submission,
): Promise<void> {
  const { config, database, clock } = context;
  const check = checkEmail(lead.email);
  if (check !== 'ok') {
    throw problem('invalid-request', { data: { errors: [{ path: 'email', message: complaints[check] }] } });
  }
  const trimmed = { ...lead, email: lead.email.trim() };
  await database.db.transaction().execute(async (trx) => {
    const isNew = await insertLead(trx, {
      id: lead.leadId,
      visit_id: visitId,
      email: trimmed.email,
      step: lead.step,
      special_goal: lead.specialGoal,
      quiz_answers: JSON.stringify(lead.quizAnswers),
      answers_summary: lead.answers_summary,
      timestamp: lead.timestamp,
      received_at: clock(),
      set_id: setId,
    });
    if (!isNew) return;
    await recordLead(context, trx, { lead: trimmed, visitId, setId, trace });
    if (!config.LEAD_WEBHOOK_URL) return;
    const delivery = {
      id: `lead_${lead.leadId}`,
      destination: leadWebhookName,
      kind: 'lead',
      payload: leadWebhookBody(trimmed),
      visit_id: visitId,
      set_id: setId,
    };
    await enqueue(trx, delivery, clock());
  });
}
