import {
  listTeamWebhooks,
  teamDestinationOf,
  teamSecretOf,
} from '@funnel/releases/teams/team-webhook-repository';
import { createSignedWebhook } from '@funnel/service-kit/jobs/signed-webhook';

import type { AppContext } from '../platform/app-context.ts';
import type { Destination } from './destination.ts';

/** The destination of each team that has registered a webhook by now. A new registration resumes a stopped one. */
export async function teamDestinations({
  database: { db },
  keys,
}: Pick<AppContext, 'database' | 'keys'>): Promise<Destination[]> {
  const webhooks = await listTeamWebhooks(db);
  return webhooks.map((webhook) => ({
    ...createSignedWebhook({
      name: teamDestinationOf(webhook.name),
      url: webhook.url,
      secrets: [teamSecretOf(keys, webhook)],
    }),
    settingsId: webhook.id,
    kind: 'release',
  }));
}
