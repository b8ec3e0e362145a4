import { createHash, timingSafeEqual } from 'node:crypto';

import { StripeError } from '../protocol/stripe-error.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Checks the key, which the library sends as a bearer token. */
export function authenticate(authorization: string, secretKey: string): void {
  const [, key = ''] = authorization.split(' ');
  if (timingSafeEqual(digest(key), digest(secretKey))) return;
  const hidden = `${key.slice(0, 8)}${'*'.repeat(8)}`;
  throw new StripeError(401, `Invalid API Key provided: ${hidden}`, { code: 'api_key_invalid' });
}
