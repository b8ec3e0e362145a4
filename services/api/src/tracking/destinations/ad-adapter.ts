import type { HttpResponse, OutboundRequest } from '@funnel/service-kit/http/http-client';
import {
  classifyByStatus,
  retryAfterMs,
  type DeliveryOutcome,
  type Destination,
  type PermanentFailure,
} from '@funnel/service-kit/jobs/destination';
import * as z from 'zod';

import type { Conversion } from '../conversions/conversion.ts';

/** The adapter of one ad platform: a pure request builder and a response classifier. */
export interface AdAdapter extends Pick<Destination, 'classify' | 'settingsId'> {
  /** Older events are rejected by the ad platform, or counted wrongly. */
  readonly maxAgeDays: number;
  request(conversion: Conversion, eventName: string): OutboundRequest | PermanentFailure;
}

/** The JSON of the response body, or undefined if it is not JSON. */
export function parseBody({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const errorSchema = z.union([
  z.object({ ok: z.literal(false) }),
  z.object({ success: z.literal(false) }),
  z.object({ error: z.union([z.string().min(1), z.object({}), z.literal(true)]) }),
  // 0 and the codes of HTTP that say so mean success.
  z.object({ code: z.number().refine((code) => code !== 0 && (code < 200 || code > 299)) }),
]);

/** Classifies a response by its status, unless the JSON of its body says that the event was rejected. */
export function classifyByErrorInBody(response: HttpResponse, nowMs: number): DeliveryOutcome {
  const outcome = classifyByStatus(response, nowMs);
  return outcome.status === 'delivered' && errorSchema.safeParse(parseBody(response)).success
    ? { status: 'retryable', reason: `status ${response.status} with an error in its body` }
    : outcome;
}

/** What the codes of an ad platform mean. Any other code may be temporary. */
export interface CodeMeanings {
  readonly delivered: ReadonlySet<number>;
  /** The event itself is wrong. */
  readonly permanent: ReadonlySet<number>;
  /** The platform accepts nothing until the token or its permissions are corrected. */
  readonly stopped: ReadonlySet<number>;
}

/**
 * Classifies the response of an ad platform that reports the result in the body. `code` is undefined if the body
 * has none. A success status without a code is not treated as a success.
 */
export function classifyByCode(
  response: HttpResponse,
  nowMs: number,
  code: number | undefined,
  { delivered, permanent, stopped }: CodeMeanings,
): DeliveryOutcome {
  if (code === undefined) {
    const outcome = classifyByStatus(response, nowMs);
    const reason = `status ${response.status} without a receipt`;
    return outcome.status === 'delivered' ? { status: 'retryable', reason } : outcome;
  }
  if (delivered.has(code)) return { status: 'delivered' };
  const reason = `code ${code}, status ${response.status}`;
  if (permanent.has(code)) return { status: 'permanent', reason };
  if (stopped.has(code)) return { status: 'stopped', reason };
  return { status: 'retryable', reason, retryAfterMs: retryAfterMs(response, nowMs) };
}
