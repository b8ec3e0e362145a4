import type { LeadRequest } from '@funnel/contracts/api';
import { answersSummary, type FunnelState } from '@funnel/contracts/funnel-state';

const step = 'Email Step (17)';
const noGoal = 'Not specified';

interface LeadOptions {
  readonly leadId: string;
  readonly email: string;
  readonly nowMs: number;
}

/** What the service stores of a visitor who left an address. `leadId` makes a repeat harmless. */
export function buildLead(state: FunnelState, { leadId, email, nowMs }: LeadOptions): LeadRequest {
  return {
    leadId,
    email,
    timestamp: new Date(nowMs).toISOString(),
    step,
    specialGoal: state.specialGoal ?? noGoal,
    quizAnswers: { ...state.quizAnswers },
    answers_summary: answersSummary(state),
  };
}

/** The same visitor with the same answers: nothing new to send. */
export const sameLead = (one: LeadRequest, other: LeadRequest): boolean =>
  one.email === other.email &&
  one.specialGoal === other.specialGoal &&
  one.answers_summary === other.answers_summary;
