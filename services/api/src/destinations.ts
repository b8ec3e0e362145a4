import { createSignedWebhook } from '@funnel/service-kit/jobs/signed-webhook';

import { alertWebhookName } from './alerts/alerts.ts';
import { appWebhookName } from './billing/entitlement/app-webhook.ts';
import type { AnyDestination } from './deliveries/destination.ts';
import { emailDestinationName, localMailbox } from './emails/local-mailbox.ts';
import { createSmtpDestination } from './emails/smtp-destination.ts';
import { leadWebhookName } from './leads/lead-webhook.ts';
import type { AppContext } from './platform/app-context.ts';
import { adDestinations } from './tracking/destinations/ad-destinations.ts';

/** Creates every destination that is configured. */
export function createDestinations({ config, keys }: Pick<AppContext, 'config' | 'keys'>): AnyDestination[] {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_SECRET, APP_WEBHOOK_URL, APP_WEBHOOK_SECRET } = config;
  const destinations: AnyDestination[] = adDestinations(config);
  if (LEAD_WEBHOOK_URL) {
    const secrets = LEAD_WEBHOOK_SECRET[0] ? LEAD_WEBHOOK_SECRET : [keys(leadWebhookName)];
    destinations.push({
      ...createSignedWebhook({ name: leadWebhookName, url: LEAD_WEBHOOK_URL, secrets }),
      kind: 'lead',
    });
  }
  if (APP_WEBHOOK_URL) {
    const [url, secrets] = [APP_WEBHOOK_URL, APP_WEBHOOK_SECRET];
    destinations.push({
      ...createSignedWebhook({ name: appWebhookName, url, secrets }),
      kind: 'entitlement',
    });
  }
  if (config.ALERT_WEBHOOK_URL) {
    const [url, secrets] = [config.ALERT_WEBHOOK_URL, config.ALERT_WEBHOOK_SECRET];
    destinations.push({ ...createSignedWebhook({ name: alertWebhookName, url, secrets }), kind: 'alert' });
  }
  if (config.SMTP_URL) destinations.push(createSmtpDestination(config, config.SMTP_URL, keys('unsubscribe')));
  if (emailDestinationName(config) === localMailbox.name) destinations.push(localMailbox);
  return destinations;
}
