import { trimEmail } from '@funnel/contracts/email';

import { hashEmail, hashEmailForGoogle } from '../platform/emails/hash-email.ts';
import { createAlias } from '../platform/emails/removed-email.ts';

/** Finds one email and its hash in texts of any kind. */
export interface EmailMatcher {
  /** Groups of parts: every lower-cased text with the email or its hash contains all parts of a group. A coarse filter for a database. */
  readonly required: readonly (readonly string[])[];
  /** Returns the text with an alias instead of the email, or the same text if it does not contain the email. */
  remove(text: string): string;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Matches a URL-encoded character, also encoded repeatedly: `@`, `%40`, `%2540`. */
const urlEncoded = (char: string) => [...Buffer.from(char)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join('');

/**
 * Matches a JSON-escaped character, also within JSON: `\u0040`, `\\u0040`. The preceding pattern may have matched the
 * backslashes.
 */
const jsonEncoded = (char: string, slashes: string) =>
  char
    .split('')
    .map((unit) => `${slashes}u${hex(unit.charCodeAt(0), 4)}`)
    .join('');

/**
 * Builds a pattern for the email. It matches a run of backslashes in only one way, so that no text causes backtracking.
 */
function patternOf(email: string): RegExp {
  const chars = [...email].filter((char, at, all) => char !== '\\' || all[at - 1] !== '\\');
  const forms = chars.map((char, at) => {
    if (char === '\\') return String.raw`(?:\\+|%(?:25)*5c)`;
    const isAfterSlash = chars[at - 1] === '\\';
    // Begins where the run of backslashes begins. Otherwise each of them would be a start.
    const slash = isAfterSlash ? '' : String.raw`(?<!\\)\\+`;
    const cased = [...new Set([char, char.toLowerCase(), char.toUpperCase()])];
    const encoded = cased.flatMap((form) => [escaped(form), urlEncoded(form), jsonEncoded(form, slash)]);
    const isEscapable = !isAfterSlash && ['"', '/'].includes(char);
    return `(?:${[...encoded, ...(isEscapable ? [slash + escaped(char)] : [])].join('|')})`;
  });
  return new RegExp(forms.join(''), 'giu');
}

const charOf = (code: string | undefined) => String.fromCodePoint(Number.parseInt(code ?? '20', 16));

/** Returns the last character of a text and the rest, decoded. A line break in JSON becomes a space. */
function lastOf(text: string): [char: string, rest: string] {
  const encoded = /(?:%(?:25)*([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+[nrtbf])$/i.exec(text);
  if (encoded) return [charOf(encoded[1] ?? encoded[2]), text.slice(0, encoded.index)];
  const [char = ''] = /.$/su.exec(text) ?? [];
  return [char, text.slice(0, text.length - char.length)];
}

function firstOf(text: string): [char: string, rest: string] {
  const [whole, byte, unit] = /^(?:%(?:25)*([0-9a-f]{2})|\\+u([0-9a-f]{4}))/i.exec(text) ?? [];
  if (whole) return [charOf(byte ?? unit), text.slice(whole.length)];
  const [char = ''] = /^./su.exec(text) ?? [];
  return [char, text.slice(char.length)];
}

const isOfName = (char: string) => /[\p{L}\p{N}_+]/u.test(char);
const isOfDomain = (char: string) => /[\p{L}\p{N}]/u.test(char);
/** These characters join parts of a name, and are punctuation if no part follows. */
const isJoiner = (char: string) => char === '.' || char === '-';
/** As in `o'brien@…`, and not a quotation mark, as in `b'ada@example.com'`. */
const isApostrophe = (char: string, after: string) => char === "'" && firstOf(after)[0] !== "'";

/** An email and its surroundings are much shorter than this in any stored text. */
const contextLength = 100;

/** Whether the match is the end of a longer email: `xada@…`, `x.ada@…`, `o'ada@…`. */
function continuesBefore(before: string, match: string, after: string): boolean {
  const [char, rest] = lastOf(before);
  // In form encoding, `+` is a space.
  if (before.endsWith('+') && /%(?:25)*40/.test(match)) return false;
  return isOfName(char) || ((isJoiner(char) || isApostrophe(char, after)) && isOfName(lastOf(rest)[0]));
}

/** Whether the match is the beginning of a longer email: `ada@example.com.au`. */
function continuesAfter(after: string): boolean {
  const [char, rest] = firstOf(after);
  return isOfDomain(char) || (isJoiner(char) && isOfDomain(firstOf(rest)[0]));
}

/** Without letters a to z and digits there is only one of the other letters, as it is or encoded. */
function requiredOf(email: string): readonly (readonly string[])[] {
  const parts = email.match(/[a-z0-9]+/gi) ?? [];
  if (parts.length > 0) return [parts.map((part) => part.toLowerCase())];
  const [letter = '@'] = /\P{ASCII}/u.exec(email) ?? [];
  return [[letter.toLowerCase()], [letter.toUpperCase()], ['%'], ['\\u']];
}

/**
 * Matches an email in any case, URL-encoded, or JSON-escaped, but not as a part of another email, and its SHA-256, by
 * which ad platforms know it. Letters a to z and digits must be unencoded, in either case.
 */
export function createEmailMatcher(typed: string): EmailMatcher {
  const email = trimEmail(typed);
  const hash = hashEmail(email);
  const pattern = patternOf(email);
  const hashPattern = new RegExp(`${hash}|${hashEmailForGoogle(email)}`, 'gi');
  return {
    required: [...requiredOf(email), [hash]],
    remove: (text) =>
      text
        .replace(pattern, (match, offset: number) => {
          const end = offset + match.length;
          const before = text.slice(Math.max(0, offset - contextLength), offset);
          const after = text.slice(end, end + contextLength);
          const isOther = continuesBefore(before, match, after) || continuesAfter(after);
          return isOther ? match : createAlias();
        })
        .replace(hashPattern, () => hashEmail(createAlias())),
  };
}
