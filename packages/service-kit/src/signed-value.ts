import { createHmac, timingSafeEqual } from 'node:crypto';

const separator = '.';

/** The purpose is part of the signature, so that one cookie's value is invalid in another. */
const sign = (purpose: string, payload: string, secret: string) =>
  createHmac('sha256', secret).update(`${purpose}${separator}${payload}`).digest('base64url');

/** Signs fields that contain no dot, as one text for a cookie or a link. */
export function signValue(purpose: string, fields: readonly (string | number)[], secret: string): string {
  const payload = fields.join(separator);
  return `${payload}${separator}${sign(purpose, payload, secret)}`;
}

/** Returns the fields of a signed text, or null if the signature is invalid or was created for another purpose. */
export function readSignedValue(purpose: string, text: string | undefined, secret: string): string[] | null {
  const end = text?.lastIndexOf(separator) ?? -1;
  if (!text || end < 0) return null;
  const payload = text.slice(0, end);
  const signature = Buffer.from(text.slice(end + 1));
  const expected = Buffer.from(sign(purpose, payload, secret));
  return signature.length === expected.length && timingSafeEqual(signature, expected)
    ? payload.split(separator)
    : null;
}
