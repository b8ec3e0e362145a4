import type { HttpResponse, OutboundRequest } from '@funnel/service-kit/http/http-client';
import type { DeliveryOutcome } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hash-email.ts';
import { epochSeconds, conversionValue, type Conversion } from '../conversions/conversion.ts';
import { classifyByCode, parseBody } from './vendor-response.ts';
import type { Vendor } from './vendor.ts';

interface TikTokAccount {
  readonly apiBase: string;
  readonly pixelId: string;
  readonly accessToken: string;
}

/** TikTok Events API (https://business-api.tiktok.com/portal/docs?id=1771100865818625, November 2026). */
function tiktokRequest(
  { apiBase, pixelId, accessToken }: TikTokAccount,
  conversion: Conversion,
  eventName: string,
): OutboundRequest {
  const { id, visitId, url, currency, contentId, contentName, transactionId, emailSha256, trace } =
    conversion;
  const value = conversionValue(conversion);
  const event = {
    event: eventName,
    event_time: epochSeconds(conversion),
    event_id: id,
    user: {
      email: emailSha256,
      external_id: sha256(visitId),
      ip: trace.address,
      user_agent: trace.agent,
      ttclid: trace.attribution.ttclid,
    },
    page: { url },
    properties: {
      ...(contentId && {
        contents: [{ content_id: contentId, content_name: contentName, quantity: 1, price: value }],
        content_type: 'product',
      }),
      value,
      currency,
      order_id: transactionId,
    },
  };
  return {
    url: `${apiBase}/open_api/v1.3/event/track/`,
    headers: { 'content-type': 'application/json', 'access-token': accessToken },
    body: JSON.stringify({ event_source: 'web', event_source_id: pixelId, data: [event] }),
  };
}

const responseSchema = z.object({ code: z.int() });

/**
 * Missing permission, invalid parameters, or a wrong, missing or revoked token. Any other code (40100: rate limit) may
 * be temporary.
 */
const finalCodes = new Set([40001, 40002, 40101, 40104, 40105]);

/** The status is 200 even for errors. */
const classifyTikTok = (response: HttpResponse, nowMs: number): DeliveryOutcome =>
  classifyByCode(response, nowMs, responseSchema.safeParse(parseBody(response)).data?.code, finalCodes);

/** Returns null if it is not configured. */
export function createTikTok(config: Config): Vendor | null {
  const { TIKTOK_API_BASE: apiBase, TIKTOK_PIXEL_ID: pixelId, TIKTOK_ACCESS_TOKEN: accessToken } = config;
  if (!pixelId || !accessToken) return null;
  return {
    maxAgeDays: 7,
    request: (conversion, eventName) =>
      tiktokRequest({ apiBase, pixelId, accessToken }, conversion, eventName),
    classify: classifyTikTok,
  };
}
