import { createHash } from 'node:crypto';

import type { PublicConfig } from '@funnel/contracts/api';

const stripeScriptOrigin = 'https://js.stripe.com';
/**
 * Origins that the payment form loads besides its script
 * (https://docs.stripe.com/security/guide#content-security-policy, November 2026).
 */
const stripeFormOrigins = [
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://api.stripe.com',
  'https://checkout.stripe.com',
];

function paymentOrigins(stripe: PublicConfig['stripe']): string[] {
  if (!stripe) return [];
  const { origin } = new URL(stripe.scriptUrl);
  return origin === stripeScriptOrigin ? [origin, ...stripeFormOrigins] : [origin];
}

/** The security headers of a document. They allow its own origin, its one inlined style and the payment provider. */
export function documentHeaders(
  style: string,
  { stripe }: Pick<PublicConfig, 'stripe'>,
): Readonly<Record<string, string>> {
  const origins = paymentOrigins(stripe);
  const payment = origins.map((origin) => ` ${origin}`).join('');
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = [
    `default-src 'none'`,
    `script-src 'self'${payment}`,
    `style-src 'self' 'sha256-${styleHash}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${payment}`,
    `frame-src${payment || ` 'none'`}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `manifest-src 'self'`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': `payment=(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`,
    'Referrer-Policy': 'no-referrer',
  };
}
