import { createHash } from 'node:crypto';

import { classifyByStatus } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import { conversionCurrency, conversionValue, type Conversion } from '../conversions/conversion.ts';
import type { AdAdapter } from './ad-adapter.ts';

const parameter = z.string().min(1).max(100);
const itemsSchema = z.array(z.object({ item_id: parameter, item_name: parameter.optional() }).loose());

const maxParameters = 25;
const paramsSchema = z
  .looseObject({ items: itemsSchema.optional() })
  .refine((params) => Object.keys(params).length <= maxParameters);

/**
 * GA4 always returns 204, so an event that it would drop must be found before it is sent. Limits:
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events#limitations.
 */
const bodySchema = z.object({
  client_id: z.string().regex(/^\d+\.\d+$/),
  timestamp_micros: z.int().positive(),
  events: z
    .array(
      z.discriminatedUnion('name', [
        z.object({
          name: z.literal('purchase'),
          params: paramsSchema.and(
            z.looseObject({
              transaction_id: parameter,
              value: z.number(),
              currency: z.string(),
              items: itemsSchema,
            }),
          ),
        }),
        z.object({
          name: z.enum(['campaign_details', 'page_view', 'view_item', 'generate_lead', 'begin_checkout']),
          params: paramsSchema,
        }),
      ]),
    )
    .min(1)
    .max(25),
});

/** Two numbers in the format of Google's own cookie, the same for all events of a visit. */
function clientOf(visitId: string) {
  const digest = createHash('sha256').update(visitId).digest();
  return `${digest.readUInt32BE(0)}.${digest.readUInt32BE(4)}`;
}

/** Which campaign a session came from, or null. It is the event that Google's own tag sends. */
function campaignOf({ trace }: Conversion) {
  const { utm_id, utm_source, utm_medium, utm_campaign, utm_term, utm_content } = trace.attribution;
  const campaign = {
    campaign_id: utm_id,
    campaign: utm_campaign,
    source: utm_source,
    medium: utm_medium,
    term: utm_term,
    content: utm_content,
  };
  return Object.values(campaign).some((value) => value !== undefined) ? campaign : null;
}

/** The page with the click ids of Google Ads, which GA4 reads from the URL and takes in no parameter. */
function landingUrl({ url, trace: { attribution } }: Conversion): string {
  const landing = new URL(url);
  for (const name of ['gclid', 'gbraid', 'wbraid'] as const) {
    const clickId = attribution[name];
    if (clickId) landing.searchParams.set(name, clickId);
  }
  return landing.href;
}

/** Returns null if it is not configured. Google accepts events up to 72 hours old. */
export function createGa4(config: Config): AdAdapter | null {
  const { GA4_API_BASE: apiBase, GA4_MEASUREMENT_ID: measurementId, GA4_API_SECRET: apiSecret } = config;
  if (!measurementId || !apiSecret) return null;
  return {
    maxAgeDays: 3,
    /** GA4 Measurement Protocol (https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference, November 2026). */
    request(conversion, eventName) {
      const { id, atMs, visitId, url, contentId, contentName, transactionId, startsSession, trace } =
        conversion;
      const { emailSha256, googleEmailSha256 = emailSha256 } = conversion;
      const value = conversionValue(conversion);
      const common = {
        session_id: trace.browserIds.sessionId,
        engagement_time_msec: 1,
        page_location: startsSession ? landingUrl(conversion) : url,
      };
      const campaign = startsSession ? campaignOf(conversion) : null;
      const body = {
        client_id: clientOf(visitId),
        // A pseudonym, because Google forbids ids from which it could learn who the user is.
        user_id: emailSha256 && sha256(`ga4 user ${emailSha256}`).slice(0, 32),
        timestamp_micros: atMs * 1000,
        // Absent if the visitor was not asked. What is granted is to measure ads, not to personalize them.
        consent:
          trace.consent === 'granted' ? { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' } : undefined,
        user_agent: trace.agent,
        ip_override: trace.address,
        user_data: googleEmailSha256 && { sha256_email_address: [googleEmailSha256] },
        events: [
          ...(campaign ? [{ name: 'campaign_details', params: { ...common, ...campaign } }] : []),
          {
            name: eventName,
            params: {
              ...common,
              event_id: id,
              transaction_id: transactionId,
              value,
              currency: conversionCurrency(conversion),
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
    },
    classify: classifyByStatus,
  };
}
