import { createHash } from 'node:crypto';

import type { OutboundRequest } from '@funnel/service-kit/http/http-client';
import { classifyByStatus, type PermanentFailure } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { conversionValue, type Conversion } from '../conversions/conversion.ts';
import type { Vendor } from './vendor.ts';

interface Ga4Property {
  readonly apiBase: string;
  readonly measurementId: string;
  readonly apiSecret: string;
}

const parameter = z.string().min(1).max(100);
const itemsSchema = z.array(z.object({ item_id: parameter, item_name: parameter.optional() }).loose());

/** GA4 always returns 204, so an event that it would drop must be found before it is sent. */
const bodySchema = z.object({
  client_id: z.string().regex(/^\d+\.\d+$/),
  timestamp_micros: z.int().positive(),
  events: z
    .array(
      z.discriminatedUnion('name', [
        z.object({
          name: z.literal('purchase'),
          params: z
            .object({
              transaction_id: parameter,
              value: z.number(),
              currency: z.string(),
              items: itemsSchema,
            })
            .loose(),
        }),
        z.object({
          name: z.enum(['page_view', 'view_item', 'generate_lead', 'begin_checkout']),
          params: z.object({ items: itemsSchema.optional() }).loose(),
        }),
      ]),
    )
    .length(1),
});

/** Two numbers in the format of Google's own cookie, the same for all events of a visit. */
function clientOf(visitId: string) {
  const digest = createHash('sha256').update(visitId).digest();
  const [random, since] = [digest.readUInt32BE(0), digest.readUInt32BE(4)];
  return { clientId: `${random}.${since}`, sessionId: String(since) };
}

/** GA4 Measurement Protocol (https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference, November 2026). */
function ga4Request(
  { apiBase, measurementId, apiSecret }: Ga4Property,
  conversion: Conversion,
  eventName: string,
): OutboundRequest | PermanentFailure {
  const { id, atMs, visitId, url, currency, contentId, contentName, transactionId, emailSha256, trace } =
    conversion;
  const value = conversionValue(conversion);
  const { clientId, sessionId } = clientOf(visitId);
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = trace.attribution;
  const body = {
    client_id: clientId,
    timestamp_micros: atMs * 1000,
    // Consent covers measuring ads, not personalized ads.
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' },
    user_agent: trace.agent,
    ip_override: trace.address,
    user_data: emailSha256 && { sha256_email_address: [emailSha256] },
    events: [
      {
        name: eventName,
        params: {
          session_id: sessionId,
          engagement_time_msec: 1,
          event_id: id,
          page_location: url,
          campaign_source: utm_source,
          campaign_medium: utm_medium,
          campaign: utm_campaign,
          campaign_term: utm_term,
          campaign_content: utm_content,
          transaction_id: transactionId,
          value,
          currency: value === undefined ? undefined : currency,
          items: contentId && [{ item_id: contentId, item_name: contentName, price: value, quantity: 1 }],
        },
      },
    ],
  };
  const issue = bodySchema.safeParse(body).error?.issues[0];
  if (issue) return { status: 'permanent', reason: `not valid: ${issue.path.join('.')}` };
  const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret });
  return {
    // The protocol requires the secret in the URL.
    url: `${apiBase}/mp/collect?${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Returns null if it is not configured. Google accepts events up to three days old. */
export function createGa4(config: Config): Vendor | null {
  const { GA4_API_BASE: apiBase, GA4_MEASUREMENT_ID: measurementId, GA4_API_SECRET: apiSecret } = config;
  if (!measurementId || !apiSecret) return null;
  return {
    maxAgeDays: 3,
    request: (conversion, eventName) =>
      ga4Request({ apiBase, measurementId, apiSecret }, conversion, eventName),
    classify: classifyByStatus,
  };
}
