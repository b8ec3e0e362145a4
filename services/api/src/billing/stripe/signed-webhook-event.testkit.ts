import { randomUUID } from 'node:crypto';

import Stripe from 'stripe';

export const webhookSecrets = ['whsec_current', 'whsec_previous'] as const;

interface Signing {
  readonly id?: string;
  readonly secret?: string;
  readonly atMs: number;
  /** Fields of the object besides its id. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Makes the body as long as a real one. */
  readonly padding?: string;
  /** Whether it is of the live mode. Without it the body does not say so. */
  readonly livemode?: boolean;
}

/** Creates the request of a webhook event as Stripe sends it, with its signature. */
export function signedWebhookEvent(
  type: string,
  objectId: string,
  { id = `evt_${randomUUID()}`, secret = webhookSecrets[0], atMs, fields, padding, livemode }: Signing,
) {
  // Refunds, disputes and warnings have their own ids, and refer to their charge. A refund may have none.
  const object: object = /dispute|^refund|fraud_warning/.test(type)
    ? { id: 'about_1', charge: objectId || null }
    : { id: objectId, ...fields };
  const body = JSON.stringify({ id, object: 'event', type, data: { object }, padding, livemode });
  const signature = new Stripe('sk_test_example').webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(atMs / 1000),
  });
  return {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
  };
}
