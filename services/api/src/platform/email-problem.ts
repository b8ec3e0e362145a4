import type { EmailCheck } from '@funnel/contracts/email';
import { problem } from '@funnel/service-kit/problem';

const complaints = { required: 'Email is required', invalid: 'Please enter a valid email address' } as const;

/** Says what is wrong with an e-mail address, in words for whoever typed it. */
export function emailProblem(check: Exclude<EmailCheck, 'ok'>) {
  const message = complaints[check];
  return problem('invalid-request', { detail: message, data: { errors: [{ path: 'email', message }] } });
}
