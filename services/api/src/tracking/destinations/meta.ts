import type { HttpResponse } from '@funnel/service-kit/http/http-client';
import type { DeliveryOutcome } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import { conversionCurrency, epochSeconds, conversionValue } from '../conversions/conversion.ts';
import { classifyByCode, parseBody, type CodeMeanings, type AdAdapter } from './ad-adapter.ts';

const responseSchema = z.union([
  z
    .object({ error: z.object({ code: z.literal(100), error_subcode: z.literal(33) }) })
    .transform(({ error }) => error.error_subcode),
  z.object({ error: z.object({ code: z.int() }) }).transform(({ error }) => error.code),
  z.object({ events_received: z.int().min(1) }).transform(() => 0),
]);

/**
 * https://developers.facebook.com/docs/graph-api/guides/error-handling and
 * https://developers.facebook.com/docs/marketing-api/error-reference. A repeat of an event counts as received: Meta drops
 * it by `event_id` and `event_name`. Other codes (1, 2, 4, 17, 341, 368, 613, 80003, …) name downtime and limits.
 */
const codes: CodeMeanings = {
  delivered: new Set([0]),
  // 100: invalid parameter; 105: too many parameters.
  permanent: new Set([100, 105]),
  // 102 and 190: the token has expired or was revoked; 3, 10, 200 and 294: a permission or capability is missing; 33, the
  // subcode of 100: the pixel does not exist for this token.
  stopped: new Set([3, 10, 33, 102, 190, 200, 294]),
};

const classifyMeta = (response: HttpResponse, nowMs: number): DeliveryOutcome =>
  classifyByCode(response, nowMs, responseSchema.safeParse(parseBody(response)).data, codes);

/**
 * Returns null if it is not configured. Events are sent one by one, because one that is too old fails its whole batch.
 */
export function createMeta(config: Config): AdAdapter | null {
  const { META_API_BASE: apiBase, META_PIXEL_ID: pixelId, META_ACCESS_TOKEN: accessToken } = config;
  const testEventCode = config.META_TEST_EVENT_CODE;
  if (!pixelId || !accessToken) return null;
  return {
    maxAgeDays: 7,
    settingsId: sha256(`${pixelId} ${accessToken}`),
    /** Meta Conversions API (https://developers.facebook.com/docs/marketing-api/conversions-api, November 2026). */
    request(conversion, eventName) {
      const { id, visitId, url, contentId, contentName, transactionId, emailSha256, trace } = conversion;
      const value = conversionValue(conversion);
      const event = {
        event_name: eventName,
        event_time: epochSeconds(conversion),
        event_id: id,
        action_source: 'website',
        event_source_url: url,
        user_data: {
          em: emailSha256 && [emailSha256],
          external_id: [sha256(visitId)],
          client_ip_address: trace.address,
          client_user_agent: trace.agent,
          fbc: trace.attribution.fbc ?? trace.browserIds.fbc,
          fbp: trace.browserIds.fbp,
        },
        custom_data: {
          currency: conversionCurrency(conversion),
          value,
          order_id: transactionId,
          content_name: contentName,
          ...(contentId && {
            content_ids: [contentId],
            contents: [{ id: contentId, quantity: 1, item_price: value }],
            content_type: 'product',
            num_items: 1,
          }),
        },
      };
      return {
        url: `${apiBase}/v25.0/${pixelId}/events`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ data: [event], test_event_code: testEventCode }),
      };
    },
    classify: classifyMeta,
  };
}
