/** Maximum length of an email (RFC 5321). Check it before the pattern, which takes quadratic time. */
export const maxEmailLength = 254;

/** Without control characters and halves of characters, which no URL and no message can carry. */
const emailPattern = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+\.[^\s@\p{Cc}\p{Cs}]+$/u;

/** `required`: empty or white space only. `invalid`: too long, or no match for the pattern. */
export type EmailCheck = 'ok' | 'required' | 'invalid';

/** Checks an email as typed. White space around it is ignored. */
export function checkEmail(typed: string): EmailCheck {
  const email = typed.trim();
  if (email === '') return 'required';
  return email.length <= maxEmailLength && emailPattern.test(email) ? 'ok' : 'invalid';
}
