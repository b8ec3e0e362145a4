/** The longest address that mail can carry (RFC 5321); checked before the pattern, whose time grows with the square of the length. */
export const maxEmailLength = 254;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export type EmailCheck = 'ok' | 'required' | 'invalid';

/** Checks an address as typed; white space around it does not count. */
export function checkEmail(typed: string): EmailCheck {
  const email = typed.trim();
  if (email === '') return 'required';
  return email.length <= maxEmailLength && emailPattern.test(email) ? 'ok' : 'invalid';
}
