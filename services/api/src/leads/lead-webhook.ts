import type { LeadRequest } from '@funnel/contracts/api';
import { Webhook } from 'standardwebhooks';

import { classifyByStatus, type Destination } from '../platform/outbox/destination.ts';

export const leadWebhookName = 'lead-webhook';

/** The body as receivers know it, members in this order. */
export function leadWebhookBody(lead: LeadRequest): string {
  const { email, timestamp, step, specialGoal, quizAnswers, answers_summary } = lead;
  return JSON.stringify({
    email,
    timestamp,
    step,
    specialGoal: specialGoal.trim() || 'Not specified',
    quizAnswers,
    answers_summary,
  });
}

/** The automation that gets every lead, signed as Standard Webhooks says (https://www.standardwebhooks.com). */
export function leadWebhook(url: string, secret: string): Destination {
  const webhook = new Webhook(secret);
  return {
    name: leadWebhookName,
    kind: 'lead',
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
