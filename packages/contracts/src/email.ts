/** Maximum length of an email (RFC 5321). Check it before the pattern, which takes quadratic time. */
export const maxEmailLength = 254;

/** Without control characters and unpaired surrogates: no message would arrive at such an email. */
const emailPattern = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+\.[^\s@\p{Cc}\p{Cs}]+$/u;

/**
 * Removes what comes with a pasted email and is no part of it: invisible characters, white space around it, `mailto:` and
 * angle brackets. Takes linear time.
 */
export const trimEmail = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^<?(?:mailto:)?|>$/gi, '');

/** `required`: empty or white space only. `invalid`: too long, or no match for the pattern. */
export type EmailCheck = 'ok' | 'required' | 'invalid';

/** Checks an email as typed. What `trimEmail` removes is ignored. */
export function checkEmail(typed: string): EmailCheck {
  const email = trimEmail(typed);
  if (email === '') return 'required';
  return email.length <= maxEmailLength && emailPattern.test(email) ? 'ok' : 'invalid';
}
