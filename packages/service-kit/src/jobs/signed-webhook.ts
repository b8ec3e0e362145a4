import { Webhook } from 'standardwebhooks';

import { classifyByStatus, type Destination } from './destination.ts';

interface SignedWebhook {
  readonly name: string;
  readonly url: string;
  /** `whsec_…` or plain base64. */
  readonly secret: string;
}

/**
 * Creates a destination that receives each payload unchanged, signed by the Standard Webhooks specification
 * (https://www.standardwebhooks.com).
 */
export function signedWebhook({ name, url, secret }: SignedWebhook): Destination {
  const webhook = new Webhook(secret);
  return {
    name,
    request: ({ id, payload }, nowMs) => ({
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(nowMs / 1000)),
        'webhook-signature': webhook.sign(id, new Date(nowMs), payload),
      },
      body: payload,
    }),
    classify: classifyByStatus,
  };
}
