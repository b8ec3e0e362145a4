import { createHmac, timingSafeEqual } from 'node:crypto';

const separator = '.';

/** What a text is for is part of its signature, so that one cookie's text is worth nothing in another. */
const sign = (purpose: string, payload: string, secret: string) =>
  createHmac('sha256', secret).update(`${purpose}${separator}${payload}`).digest('base64url');

/** Fields without a dot, and their signature, as one text for a cookie or a link. */
export function signValue(purpose: string, fields: readonly (string | number)[], secret: string): string {
  const payload = fields.join(separator);
  return `${payload}${separator}${sign(purpose, payload, secret)}`;
}

/** The fields of a sealed text; null where anybody but this service made it, or made it for another purpose. */
export function readSignedValue(purpose: string, text: string | undefined, secret: string): string[] | null {
  const end = text?.lastIndexOf(separator) ?? -1;
  if (!text || end < 0) return null;
  const payload = text.slice(0, end);
  const given = Buffer.from(text.slice(end + 1));
  const expected = Buffer.from(sign(purpose, payload, secret));
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? payload.split(separator)
    : null;
}
