import type { HttpResponse, OutboundRequest } from '@funnel/service-kit/http/http-client';
import type { DeliveryOutcome } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hash-email.ts';
import { epochSeconds, valueOf, type Conversion } from '../conversions/conversion.ts';
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
  const value = valueOf(conversion);
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

const answerSchema = z.object({ code: z.int() });

/** No permission, wrong parameters, a token that is wrong, missing or withdrawn. Any other (40100: too many) may pass. */
const finalCodes = new Set([40001, 40002, 40101, 40104, 40105]);

/** The status is 200 whatever happened. */
const classifyTikTok = (answer: HttpResponse, nowMs: number): DeliveryOutcome =>
  classifyByCode(answer, nowMs, answerSchema.safeParse(parseBody(answer)).data?.code, finalCodes);

/** Null where it is not configured. */
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
