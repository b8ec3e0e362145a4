import type { EmailCheck } from '@funnel/contracts/email';
import { problem } from '@funnel/service-kit/problem';

const messages = { required: 'Email is required', invalid: 'Please enter a valid email address' } as const;

/** Describes an invalid email in a text for the visitor who typed it. */
export function emailProblem(check: Exclude<EmailCheck, 'ok'>) {
  const message = messages[check];
  return problem('invalid-request', { detail: message, data: { errors: [{ path: 'email', message }] } });
}
