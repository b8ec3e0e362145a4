import type { LeadRequest } from '@funnel/contracts/api';

export const leadWebhookName = 'lead-webhook';

/** The goal of a lead without one. */
export const notSpecified = 'Not specified';

/** The body of the lead webhook, with its members in this order. */
export function leadWebhookBody(lead: LeadRequest): string {
  const { email, timestamp, step, specialGoal, quizAnswers, answers_summary } = lead;
  return JSON.stringify({
    email,
    timestamp,
    step,
    specialGoal: specialGoal.trim() || notSpecified,
    quizAnswers,
    answers_summary,
  });
}
