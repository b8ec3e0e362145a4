import { problem } from '@funnel/service-kit/problem';
import * as z from 'zod';

import type { WebhookEvent } from '../payment-provider.ts';

const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean().optional(),
  data: z.object({ object: z.object({ id: z.string().default(''), charge: z.string().nullish() }) }),
});

/** An invoice that does not exist yet. https://docs.stripe.com/api/invoices/create_preview */
const upcomingInvoiceSchema = z.object({
  data: z.object({
    object: z.object({
      amount_due: z.int(),
      currency: z.string(),
      /** Seconds. Null if the invoice is not charged automatically. */
      next_payment_attempt: z.int().nullish(),
      period_end: z.int(),
      parent: z.object({ subscription_details: z.object({ subscription: z.string() }).nullish() }).nullish(),
      /** Takes the place of `parent` in versions of the API before 2025-03-31. */
      subscription: z.string().nullish(),
    }),
  }),
});

/**
 * Refunds, disputes and warnings refer to their charge. A refund of another product may have none, and concerns nothing here.
 * Invoices refer to a charge too in old API versions, but concern themselves.
 */
const isAboutCharge = (type: string) => /^(charge\.dispute|refund|radar\.early_fraud_warning)\./.test(type);

/** The subscription that renews, and its charge. Other products' invoices may have no subscription. */
function announcedRenewal(body: unknown): Pick<WebhookEvent, 'objectId' | 'renewal'> {
  const parsed = upcomingInvoiceSchema.safeParse(body);
  if (!parsed.success) return { objectId: '' };
  const { parent, subscription, amount_due, currency, next_payment_attempt, period_end } =
    parsed.data.data.object;
  const objectId = parent?.subscription_details?.subscription ?? subscription;
  if (!objectId) return { objectId: '' };
  const atMs = (next_payment_attempt ?? period_end) * 1000;
  return {
    objectId,
    renewal: { atMs, amountMinor: amount_due, currency: currency.toUpperCase() },
  };
}

/** Reads a verified body. `isLive` says whether the service has a live key. Problem: `bad-signature` if it is not an event. */
export function toWebhookEvent(body: unknown, isLive: boolean): WebhookEvent {
  const parsed = eventSchema.safeParse(body);
  if (!parsed.success) throw problem('bad-signature', { detail: 'The body is not an event' });
  const { id, type, livemode, data } = parsed.data;
  const event = { id, type, ...(isLive && livemode === false && { isForTests: true as const }) };
  if (type === 'invoice.upcoming') return { ...event, ...announcedRenewal(body) };
  const { object } = data;
  return { ...event, objectId: isAboutCharge(type) ? (object.charge ?? '') : object.id };
}
