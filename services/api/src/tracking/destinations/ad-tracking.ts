import type { HttpResponse } from '@funnel/service-kit/http/http-client';
import type { DeliveryOutcome } from '@funnel/service-kit/jobs/destination';

import type { Config } from '../../platform/config.ts';
import { conversionValue } from '../conversions/conversion.ts';
import { classifyByErrorInBody, parseBody, type AdAdapter } from './ad-adapter.ts';

/** A delivery has succeeded only if the body is JSON and reports no error. */
function classifyAdTracking(response: HttpResponse, nowMs: number): DeliveryOutcome {
  const outcome = classifyByErrorInBody(response, nowMs);
  return outcome.status === 'delivered' && parseBody(response) === undefined
    ? { status: 'retryable', reason: `status ${response.status} without JSON` }
    : outcome;
}

/** Returns null if it is not configured. */
export function createAdTracking(config: Config): AdAdapter | null {
  const { AD_TRACKING_URL: url, AD_TRACKING_TOKEN: accessToken } = config;
  if (!url || !accessToken) return null;
  return {
    maxAgeDays: 7,
    /** The body has exactly these five members, so the event's id is sent as a header. */
    request(conversion, eventName) {
      const { id, contentName, contentId, currency } = conversion;
      return {
        url,
        headers: { 'content-type': 'application/json', 'access-token': accessToken, 'idempotency-key': id },
        body: JSON.stringify({
          event_name: eventName,
          content_name: contentName,
          content_id: contentId,
          value: conversionValue(conversion),
          currency,
        }),
      };
    },
    classify: classifyAdTracking,
  };
}
