import { createHash } from 'node:crypto';

import type { PublicConfig } from '@funnel/contracts/api';
import { reportCspViolation } from '@funnel/contracts/visitor-endpoints';

import { earlyPressHash } from './early-press.ts';

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
/** Images and frames come from more of its hosts, such as the icons of payment methods and the check of a card. */
const stripeMediaOrigin = 'https://*.stripe.com';

function paymentOrigins(stripe: PublicConfig['stripe']): string[] {
  if (!stripe) return [];
  const { origin } = new URL(stripe.scriptUrl);
  return origin === stripeScriptOrigin ? [origin, ...stripeFormOrigins] : [origin];
}

/**
 * The security headers of a document. They allow its own origin and that of the remotes' files, its inlined styles and
 * script, and the payment provider.
 */
export function documentHeaders(
  styles: readonly string[],
  { stripe, remotesOrigin }: Pick<PublicConfig, 'stripe' | 'remotesOrigin'>,
): Readonly<Record<string, string>> {
  const origins = paymentOrigins(stripe);
  const payment = origins.map((origin) => ` ${origin}`).join('');
  const media = origins.includes(stripeScriptOrigin) ? ` ${stripeMediaOrigin}` : payment;
  const styleHashes = styles.map(
    (style) => ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  const self = remotesOrigin ? `'self' ${remotesOrigin}` : `'self'`;
  const policy = [
    `default-src 'none'`,
    `script-src ${self} ${earlyPressHash}${payment}`,
    `style-src ${self}${styleHashes.join('')}`,
    `img-src ${self} data:${media}`,
    `font-src ${self}`,
    `connect-src ${self}${payment}`,
    `frame-src${media || ` 'none'`}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `manifest-src 'self'`,
    // All browsers know it, and send the report at once. Not all know its successor, `report-to`.
    `report-uri ${reportCspViolation.path}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': `payment=(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`,
  };
}
