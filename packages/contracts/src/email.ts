/** Maximum length of an email (RFC 5321). Check it before the pattern, which takes quadratic time. */
export const maxEmailLength = 254;

/** Without control characters, unpaired surrogates and invisible characters: no message would arrive at such an email. */
const emailPattern = /^[^\s@\p{Cc}\p{Cf}\p{Cs}]+@[^\s@\p{Cc}\p{Cf}\p{Cs}]+\.[^\s@\p{Cc}\p{Cf}\p{Cs}]+$/u;

/** Removes white space and invisible characters around an email, which come with a pasted one. Takes linear time. */
export const trimEmail = (typed: string): string => /[^\s\p{Cf}](?:.*[^\s\p{Cf}])?/su.exec(typed)?.[0] ?? '';

/** `required`: empty or white space only. `invalid`: too long, or no match for the pattern. */
export type EmailCheck = 'ok' | 'required' | 'invalid';

/** Checks an email as typed. What `trimEmail` removes is ignored. */
export function checkEmail(typed: string): EmailCheck {
  const email = trimEmail(typed);
  if (email === '') return 'required';
  return email.length <= maxEmailLength && emailPattern.test(email) ? 'ok' : 'invalid';
}
