import { trimEmail } from './email.ts';

const popularDomains = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'icloud.com',
  'live.com',
  'aol.com',
  'proton.me',
  'gmx.de',
  'gmx.net',
  'web.de',
  'mail.com',
  'email.com',
  'ymail.com',
  'protonmail.com',
];

/** Providers with a domain in many countries, such as `yahoo.ca` and `yahoo.co.in`. Other endings are mostly mistyped. */
const countryDomain =
  /^(?:yahoo|ymail|hotmail|outlook|live|msn|gmx|aol)\.(?:com?\.)?(?:ar|at|au|be|br|ca|ch|cl|cn|cz|de|dk|es|eu|fi|fr|gr|hk|hu|id|ie|il|in|it|jp|kr|mx|my|nl|no|nz|ph|pl|pt|ro|ru|se|sg|th|tr|tw|uk|us|vn|za)$/;

/**
 * An email followed by punctuation: a phone's keyboard types a dot for two spaces, and lists of emails have commas. A dot after
 * any other ending may be followed by the next part of the domain.
 */
const punctuatedEmail =
  /^([^\s@]{1,64}@[^\s@]{1,180}\.(?:[a-z]{2,}(?=[,;:])|(?:com|net|org|de)(?=\.)))[.,;:]+$/i;

/** The email in a copied link. */
const linkedEmail = /^mailto:([^\s@]{1,64}@[^\s@]{1,180}\.[a-z]{2,})$/i;

/** The optimal string alignment distance: insertions, deletions, substitutions and transpositions of neighboring letters. */
function editDistance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, () => Array.from({ length: to.length + 1 }, () => 0));
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (const [row, cells] of rows.entries()) {
    for (let column = 0; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const transposed = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      cells[column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
              at(row - 1, column - 1) + (same ? 0 : 1),
              row > 1 && column > 1 && transposed ? at(row - 2, column - 2) + 1 : Infinity,
            );
    }
  }
  return at(from.length, to.length);
}

/**
 * Suggests the email without a mistyped domain, or without what does not belong to it: `name@gmial.com`, `name@gmail.com.`
 * and `mailto:name@gmail.com` give `name@gmail.com`. Returns null if nothing looks mistyped. While it is being typed,
 * `name@gmail.co` is the beginning of `name@gmail.com`, and no mistake.
 */
export function suggestEmail(typed: string, { isTyping = false } = {}): string | null {
  const trimmed = trimEmail(typed);
  const linked = linkedEmail.exec(trimmed)?.[1];
  if (linked !== undefined) return suggestEmail(linked, { isTyping }) ?? linked;
  const email = punctuatedEmail.exec(trimmed)?.[1];
  if (email !== undefined) return suggestEmail(email) ?? email;
  const [, name = '', host = ''] = /^([^\s@]{1,64})@([^\s@]{4,40})$/.exec(trimmed) ?? [];
  const domain = host.toLowerCase();
  if (!/\.[a-z]{2,}$/.test(domain)) return null;
  if (countryDomain.test(domain) || popularDomains.includes(domain)) return null;
  if (isTyping && popularDomains.some((popular) => popular.startsWith(domain))) return null;
  const near = popularDomains
    .map((popular) => ({ popular, distance: editDistance(domain, popular) }))
    // A short domain is often only two letters away from another valid one.
    .filter(({ popular, distance }) => distance <= (popular.length > 8 ? 2 : 1))
    .sort((one, other) => one.distance - other.distance)[0];
  return near ? `${name}@${near.popular}` : null;
}
