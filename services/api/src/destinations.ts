import { leadWebhook } from './leads/lead-webhook.ts';
import type { AppContext } from './platform/app-context.ts';
import type { Destination } from './platform/outbox/destination.ts';
import { sharedSecret } from './platform/settings.ts';

/** Every place that this configuration delivers to. */
export async function openDestinations({ config, database }: AppContext): Promise<Destination[]> {
  const destinations: Destination[] = [];
  if (config.LEAD_WEBHOOK_URL) {
    const secret = config.LEAD_WEBHOOK_SECRET ?? (await sharedSecret(database.db, 'lead-webhook'));
    destinations.push(leadWebhook(config.LEAD_WEBHOOK_URL, secret));
  }
  return destinations;
}
