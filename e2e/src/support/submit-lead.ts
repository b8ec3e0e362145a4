import { randomUUID } from 'node:crypto';

/** A lead in the form that the quiz sends. */
export const leadFrom = (email: string) => ({
  leadId: randomUUID(),
  email,
  timestamp: new Date().toISOString(),
  step: 'Email Step (17)',
  specialGoal: '',
  quizAnswers: {},
  answers_summary: '',
});

/** Sends a lead without a browser, optionally with a browser's cookies. */
export const submitLead = (url: string, email: string, cookie = ''): Promise<Response> =>
  fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(leadFrom(email)),
  });
