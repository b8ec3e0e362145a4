import { createHash, timingSafeEqual } from 'node:crypto';

import { StripeError } from './stripe-error.ts';

function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Takes the key as a bearer token or, as Stripe does, as the user name of basic authentication. */
export function authenticate(authorization: string, secretKey: string): void {
  const [scheme = '', credentials = ''] = authorization.split(' ');
  const key = /^basic$/i.test(scheme)
    ? Buffer.from(credentials, 'base64').toString().split(':')[0]
    : credentials;
  if (!key) {
    throw new StripeError(
      401,
      'You did not provide an API key. Send it as: Authorization: Bearer YOUR_SECRET_KEY.',
    );
  }
  if (!isSame(key, secretKey)) {
    throw new StripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`, {
      code: 'api_key_invalid',
    });
  }
}
