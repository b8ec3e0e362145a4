import type { HttpResponse, OutboundRequest } from '@funnel/service-kit/http/http-client';
import { classifyByStatus, type DeliveryOutcome } from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { valueOf, type Conversion } from '../conversions/conversion.ts';
import { parseBody } from './vendor-response.ts';
import type { Vendor } from './vendor.ts';

interface AdTrackingAccount {
  readonly url: string;
  readonly accessToken: string;
}

/** The body has these five members and no others, so the event's id travels as a header. */
function adTrackingRequest(
  { url, accessToken }: AdTrackingAccount,
  conversion: Conversion,
  eventName: string,
): OutboundRequest {
  const { id, contentName, contentId, currency } = conversion;
  return {
    url,
    headers: { 'content-type': 'application/json', 'access-token': accessToken, 'idempotency-key': id },
    body: JSON.stringify({
      event_name: eventName,
      content_name: contentName,
      content_id: contentId,
      value: valueOf(conversion),
      currency,
    }),
  };
}

const refusedSchema = z.union([
  z.object({ ok: z.literal(false) }),
  z.object({ success: z.literal(false) }),
  z.object({ error: z.union([z.string().min(1), z.object({}), z.literal(true)]) }),
]);

/** A success is one whose body is JSON and does not say otherwise. */
function classifyAdTracking(answer: HttpResponse, nowMs: number): DeliveryOutcome {
  const outcome = classifyByStatus(answer, nowMs);
  if (outcome.status !== 'delivered') return outcome;
  const body = parseBody(answer);
  if (body === undefined) return { status: 'retryable', reason: `status ${answer.status} without JSON` };
  return refusedSchema.safeParse(body).success
    ? { status: 'retryable', reason: `status ${answer.status} with an error in its body` }
    : outcome;
}

/** Null where it is not configured. */
export function createAdTracking(config: Config): Vendor | null {
  const { AD_TRACKING_URL: url, AD_TRACKING_TOKEN: accessToken } = config;
  if (!url || !accessToken) return null;
  return {
    maxAgeDays: 7,
    request: (conversion, eventName) => adTrackingRequest({ url, accessToken }, conversion, eventName),
    classify: classifyAdTracking,
  };
}
