import type { HttpResponse } from '@funnel/service-kit/http/http-client';
import { classifyByStatus, type DeliveryOutcome } from '@funnel/service-kit/jobs/destination';

import type { Config } from '../../platform/config.ts';
import { conversionValue } from '../conversions/conversion.ts';
import { parseBody, reportsError, type AdAdapter } from './ad-adapter.ts';

/** A delivery has succeeded only if the body is JSON and reports no error. */
function classifyAdTracking(response: HttpResponse, nowMs: number): DeliveryOutcome {
  const outcome = classifyByStatus(response, nowMs);
  if (outcome.status !== 'delivered') return outcome;
  const body = parseBody(response);
  if (body === undefined) return { status: 'retryable', reason: `status ${response.status} without JSON` };
  return reportsError(body)
    ? { status: 'retryable', reason: `status ${response.status} with an error in its body` }
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
