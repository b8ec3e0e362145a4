import type { LeadRequest } from '@funnel/contracts/api';
import { answersSummary, type FunnelState } from '@funnel/contracts/funnel-state';

const step = 'Email Step (17)';
const noGoal = 'Not specified';

interface LeadOptions {
  readonly leadId: string;
  readonly email: string;
  readonly nowMs: number;
}

/** The lead of a visitor who submitted an email. The service stores it once per `leadId`. */
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

/** Whether both leads have the same email, goal and answers. */
export const isSameLead = (one: LeadRequest, other: LeadRequest): boolean =>
  one.email === other.email &&
  one.specialGoal === other.specialGoal &&
  one.answers_summary === other.answers_summary;
