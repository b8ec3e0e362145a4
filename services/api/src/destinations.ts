import { signedWebhook } from '@funnel/service-kit/jobs/signed-webhook';

import { appWebhookName } from './billing/entitlement/enqueue-entitlement-change.ts';
import type { Destination } from './deliveries/destination.ts';
import { leadWebhookName } from './leads/lead-webhook.ts';
import type { AppContext } from './platform/app-context.ts';
import { adDestinations } from './tracking/destinations/ad-destinations.ts';

/** Creates every destination that is configured. */
export function createDestinations({ config, keys }: AppContext): Destination[] {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_SECRET, APP_WEBHOOK_URL, APP_WEBHOOK_SECRET } = config;
  const destinations: Destination[] = adDestinations(config);
  if (LEAD_WEBHOOK_URL) {
    const secret = LEAD_WEBHOOK_SECRET ?? keys('lead-webhook');
    destinations.push({
      ...signedWebhook({ name: leadWebhookName, url: LEAD_WEBHOOK_URL, secret }),
      kind: 'lead',
    });
  }
  if (APP_WEBHOOK_URL && APP_WEBHOOK_SECRET) {
    const [url, secret] = [APP_WEBHOOK_URL, APP_WEBHOOK_SECRET];
    destinations.push({ ...signedWebhook({ name: appWebhookName, url, secret }), kind: 'entitlement' });
  }
  return destinations;
}
