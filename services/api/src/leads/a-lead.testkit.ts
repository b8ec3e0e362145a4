import { randomUUID } from 'node:crypto';

import type { LeadRequest } from '@funnel/contracts/api';

/** A lead as the quiz sends it. */
export const aLead = (changes: Partial<LeadRequest> = {}): LeadRequest => ({
  leadId: randomUUID(),
  email: 'ada@example.com',
  timestamp: '2026-01-15T12:00:00.000Z',
  step: 'Email Step (17)',
  specialGoal: 'Buy a house',
  quizAnswers: { Age: '25-34', 'Trading Readiness': 'Ready' },
  answers_summary: 'Age: 25-34, Trading Readiness: Ready',
  ...changes,
});
