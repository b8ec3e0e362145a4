import type { HttpResponse } from '@funnel/service-kit/http/http-client';
import type { DeliveryOutcome } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import { conversionCurrency, epochSeconds, conversionValue } from '../conversions/conversion.ts';
import { classifyByCode, parseBody, type CodeMeanings, type AdAdapter } from './ad-adapter.ts';

const responseSchema = z.object({ code: z.int() });

/**
 * https://business-api.tiktok.com/portal/docs?id=1737172488964097. A repeat of an event is accepted and dropped by
 * `event_id`. Other codes (40100: rate limit; 40700 and 5xxxx: TikTok) may be temporary.
 */
const codes: CodeMeanings = {
  // 20001: partial success. A request has one event, so it is a warning about one of its members.
  delivered: new Set([0, 20001]),
  // 40002: invalid parameters.
  permanent: new Set([40002]),
  // 40001: no permission for the pixel; 40101, 40104 and 40105: wrong app, missing token, or a token that was revoked.
  stopped: new Set([40001, 40101, 40104, 40105]),
};

/** The status is 200 even for errors. */
const classifyTikTok = (response: HttpResponse, nowMs: number): DeliveryOutcome =>
  classifyByCode(response, nowMs, responseSchema.safeParse(parseBody(response)).data?.code, codes);

/** Returns null if it is not configured. */
export function createTikTok(config: Config): AdAdapter | null {
  const { TIKTOK_API_BASE: apiBase, TIKTOK_PIXEL_ID: pixelId, TIKTOK_ACCESS_TOKEN: accessToken } = config;
  const testEventCode = config.TIKTOK_TEST_EVENT_CODE;
  if (!pixelId || !accessToken) return null;
  return {
    maxAgeDays: 7,
    settingsId: sha256(`${pixelId} ${accessToken}`),
    /** TikTok Events API (https://business-api.tiktok.com/portal/docs?id=1771100865818625, November 2026). */
    request(conversion, eventName) {
      const { id, visitId, url, contentId, contentName, transactionId, emailSha256, trace } = conversion;
      const value = conversionValue(conversion);
      const { ttclid, referrer } = trace.attribution;
      const event = {
        event: eventName,
        event_time: epochSeconds(conversion),
        event_id: id,
        user: {
          email: emailSha256,
          external_id: sha256(visitId),
          ip: trace.address,
          user_agent: trace.agent,
          ttclid,
          ttp: trace.ttp,
          locale: trace.locale,
        },
        page: { url, referrer: referrer && `https://${referrer}/` },
        properties: {
          ...(contentId && {
            contents: [{ content_id: contentId, content_name: contentName, quantity: 1, price: value }],
            content_type: 'product',
          }),
          value,
          currency: conversionCurrency(conversion),
          order_id: transactionId,
        },
      };
      return {
        url: `${apiBase}/open_api/v1.3/event/track/`,
        headers: { 'content-type': 'application/json', 'access-token': accessToken },
        body: JSON.stringify({
          event_source: 'web',
          event_source_id: pixelId,
          test_event_code: testEventCode,
          data: [event],
        }),
      };
    },
    classify: classifyTikTok,
  };
}
