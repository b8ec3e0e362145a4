import { createHash } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

import type { HttpResponse } from '../http/http-client.ts';
import { retryAfterMs, type DeliveryOutcome, type Destination } from './destination.ts';

interface SignedWebhook {
  readonly name: string;
  readonly url: string;
  /** Each is `whsec_…` or plain base64. While one is rotated, there are several. */
  readonly secrets: readonly string[];
}

/** The specification recommends 15 to 30 seconds, because receivers often work before they respond. */
export const webhookTimeoutMs = 20_000;

/** The receiver is busy or down, whatever was sent. */
const isOverloaded = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/**
 * Any status but 2xx is retried, also 4xx, because receivers respond 400 to a signature that they cannot verify yet.
 * 410 means that the receiver wants nothing more.
 */
export function classifyWebhookResponse(response: HttpResponse, nowMs: number): DeliveryOutcome {
  const { status } = response;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { status: 'delivered' };
  if (status === 410) return { status: 'stopped', reason };
  const isReceiverUp = status >= 400 && !isOverloaded(status);
  return {
    status: 'retryable',
    reason,
    retryAfterMs: retryAfterMs(response, nowMs),
    isReceiverUp,
    isRejection: isReceiverUp,
  };
}

/**
 * Creates a destination that receives each payload unchanged, signed with every secret by the Standard Webhooks
 * specification (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function createSignedWebhook({ name, url, secrets }: SignedWebhook): Destination {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return {
    name,
    settingsId: createHash('sha256').update(url).digest('hex'),
    request: ({ id, payload }, nowMs) => ({
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(nowMs / 1000)),
        'webhook-signature': webhooks.map((webhook) => webhook.sign(id, new Date(nowMs), payload)).join(' '),
      },
      body: payload,
      timeoutMs: webhookTimeoutMs,
    }),
    classify: classifyWebhookResponse,
  };
}
