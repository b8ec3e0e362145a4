import type { PublicConfig } from '@funnel/contracts/api';
import type { ArmSettings } from '@funnel/contracts/experiments';
import type { Currency } from '@funnel/contracts/money';

import type { Config } from '../platform/config.ts';

/** The settings that the browser may know, with what the arms of its experiments replace. */
export function publicConfig(
  config: Config,
  currency: Currency,
  { checkoutPresentation = config.CHECKOUT_PRESENTATION, ...replaced }: ArmSettings = {},
): PublicConfig {
  const { stripe } = config;
  return {
    currency,
    stripe: stripe && { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl },
    consent: config.CONSENT,
    offerExpiry: config.OFFER_EXPIRY,
    checkoutPresentation,
    claims: config.CLAIMS,
    ...replaced,
    ...(config.REMOTES_ORIGIN && { remotesOrigin: config.REMOTES_ORIGIN }),
    links: {
      app: config.APP_URL,
      supportEmail: config.SUPPORT_EMAIL,
      portalLogin: stripe?.portalLoginUrl ?? null,
      appStore: config.STORE_LINK_APPLE ?? null,
      googlePlay: config.STORE_LINK_GOOGLE ?? null,
    },
  };
}
