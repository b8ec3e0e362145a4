import type { PublicConfig } from '@funnel/contracts/api';
import type { Currency } from '@funnel/contracts/money';

import type { Config } from '../platform/config.ts';

/** The settings that the browser may know. */
export function publicConfig(config: Config, currency: Currency): PublicConfig {
  const { stripe } = config;
  return {
    currency,
    stripe: stripe && { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl },
    consent: config.CONSENT,
    offerExpiry: config.OFFER_EXPIRY,
    checkoutPresentation: config.CHECKOUT_PRESENTATION,
    claims: config.CLAIMS,
    links: {
      app: config.APP_URL,
      supportEmail: config.SUPPORT_EMAIL,
      portalLogin: stripe?.portalLoginUrl ?? null,
      appStore: config.STORE_LINK_APPLE ?? null,
      googlePlay: config.STORE_LINK_GOOGLE ?? null,
    },
  };
}
