import { randomUUID } from 'node:crypto';

/** A lead as the quiz sends it. */
export const leadFrom = (email: string) => ({
  leadId: randomUUID(),
  email,
  timestamp: new Date().toISOString(),
  step: 'Email Step (17)',
  specialGoal: '',
  quizAnswers: {},
  answers_summary: '',
});

/** Sends one without a browser, with the cookies of one if it has any. */
export const leaveLead = (url: string, email: string, cookie = ''): Promise<Response> =>
  fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(leadFrom(email)),
  });
