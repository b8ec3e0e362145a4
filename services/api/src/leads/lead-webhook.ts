import type { LeadRequest } from '@funnel/contracts/api';

export const leadWebhookName = 'lead-webhook';

/** The body of the lead webhook, with its members in this order. */
export function leadWebhookBody(lead: LeadRequest): string {
  const { email, timestamp, step, specialGoal, quizAnswers, answers_summary } = lead;
  return JSON.stringify({
    email,
    timestamp,
    step,
    specialGoal: specialGoal.trim() || 'Not specified',
    quizAnswers,
    answers_summary,
  });
}
