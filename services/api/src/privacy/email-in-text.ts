import { randomUUID } from 'node:crypto';

import { hashEmail } from '../platform/hash-email.ts';

/** Finds one email address, and its hash, in texts of any kind. */
export interface EmailMatcher {
  /** For each of the two, texts that stand in lower case in every text that holds it: a coarse filter for a database. */
  readonly required: readonly (readonly string[])[];
  /** The text with an alias in place of the address; the same text if it does not hold the address. */
  remove(text: string): string;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** In URLs, also encoded more than once: `@`, `%40`, `%2540`. */
const urlEncoded = (char: string) => [...Buffer.from(char)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join('');

/** In JSON, also within JSON: `\u0040`, `\\u0040`. What precedes may have matched the backslashes already. */
const jsonEncoded = (char: string, slashes: string) =>
  char
    .split('')
    .map((unit) => `${slashes}u${hex(unit.charCodeAt(0), 4)}`)
    .join('');

/** A pattern for the address. It has one way to match a run of backslashes, so that no text keeps it busy. */
function patternOf(address: string): RegExp {
  const chars = [...address].filter((char, at, all) => char !== '\\' || all[at - 1] !== '\\');
  const forms = chars.map((char, at) => {
    if (char === '\\') return String.raw`(?:\\+|%(?:25)*5c)`;
    const isAfterSlash = chars[at - 1] === '\\';
    const slash = isAfterSlash ? '' : String.raw`\\+`;
    const cased = [...new Set([char, char.toLowerCase(), char.toUpperCase()])];
    const encoded = cased.flatMap((form) => [escaped(form), urlEncoded(form), jsonEncoded(form, slash)]);
    const isEscapable = !isAfterSlash && ['"', '/'].includes(char);
    return `(?:${[...encoded, ...(isEscapable ? [slash + escaped(char)] : [])].join('|')})`;
  });
  return new RegExp(forms.join(''), 'giu');
}

const charOf = (code: string | undefined) => String.fromCodePoint(Number.parseInt(code ?? '20', 16));

/** The last character of a text and what precedes it, decoded. A line break in JSON is a space here. */
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
/** These join the parts of a name, and are punctuation where no part follows. */
const isJoint = (char: string) => char === '.' || char === '-';

/** In the longest text that is stored an address and its surroundings are far shorter than this. */
const nearby = 100;

/** Whether the match is the end of a longer address: `xada@…`, `x.ada@…`. */
function continuesBefore(before: string, match: string): boolean {
  const [char, rest] = lastOf(before);
  // In an encoded form `+` is a space.
  if (char === '+' && before.endsWith('+') && /%(?:25)*40/.test(match)) return false;
  return isOfName(char) || (isJoint(char) && isOfName(lastOf(rest)[0]));
}

/** Whether the match is the beginning of a longer address: `ada@example.com.au`. */
function continuesAfter(after: string): boolean {
  const [char, rest] = firstOf(after);
  return isOfDomain(char) || (isJoint(char) && isOfDomain(firstOf(rest)[0]));
}

/**
 * The address in any case, URL-encoded, or escaped as in JSON, but not as a part of another address; and the SHA-256 by
 * which ad platforms know it. Letters a to z and digits must be there as they are, in either case.
 */
export function addressInText(typed: string): EmailMatcher {
  const address = typed.trim();
  const hash = hashEmail(address);
  const pattern = patternOf(address);
  const hashPattern = new RegExp(hash, 'gi');
  const alias = () => `${randomUUID()}@removed.invalid`;
  return {
    required: [address.toLowerCase().match(/[a-z0-9]+/g) ?? [], [hash]],
    remove: (text) =>
      text
        .replace(pattern, (match, offset: number) => {
          const end = offset + match.length;
          const before = text.slice(Math.max(0, offset - nearby), offset);
          const isOther = continuesBefore(before, match) || continuesAfter(text.slice(end, end + nearby));
          return isOther ? match : alias();
        })
        .replace(hashPattern, () => hashEmail(alias())),
  };
}
