import { conversionNames } from '@funnel/contracts/events';
import { plans } from '@funnel/contracts/plans';
import type { HttpClient, HttpResponse, OutboundRequest } from '@funnel/service-kit/http/http-client';
import * as z from 'zod';

import type { Config } from '../platform/config.ts';
import { sha256 } from '../platform/emails/hash-email.ts';
import type { Conversion } from '../tracking/conversions/conversion.ts';
import { parseBody } from '../tracking/destinations/ad-adapter.ts';
import { adDestinations } from '../tracking/destinations/ad-destinations.ts';

export type CheckedPlatform = 'meta' | 'tiktok' | 'ga4';

interface Options {
  readonly config: Config;
  readonly platform: CheckedPlatform;
  readonly http: Pick<HttpClient, 'post'>;
  readonly nowMs: number;
  readonly runId: string;
  /** Reports a test event; `fault` says why it was rejected. */
  readonly report: (event: string, fault: string | null) => void;
}

/** A visitor who does not exist, on every kind of page, with a purchase of the 4-week plan. */
function conversions(origin: string, nowMs: number, runId: string): Conversion[] {
  return conversionNames.map((name) => ({
    id: `${runId}-${name}`,
    name,
    atMs: nowMs,
    visitId: runId,
    setId: null,
    url: new URL('/', origin).href,
    currency: 'USD',
    emailSha256: sha256('vendors-check@example.com'),
    ...(name === 'PageView' && { startsSession: true }),
    ...(['InitiateCheckout', 'Purchase'].includes(name) && {
      valueMinor: plans.plan2.priceMinor,
      contentId: plans.plan2.planId,
      contentName: plans.plan2.name,
    }),
    ...(name === 'Purchase' && { transactionId: runId }),
    trace: {
      origin,
      // An address for documentation (RFC 5737).
      address: '192.0.2.1',
      agent: 'Mozilla/5.0 (vendors check)',
      attribution: {},
      browserIds: {},
      currency: 'USD',
      consent: 'granted',
    },
  }));
}

/**
 * The request that the product sends. Google has an endpoint for tests; at Meta and TikTok the body has a test code.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events
 */
const asTest = (request: OutboundRequest, platform: CheckedPlatform): OutboundRequest =>
  platform === 'ga4' ? { ...request, url: request.url.replace('/mp/collect', '/debug/mp/collect') } : request;

const ga4Findings = z.object({
  validationMessages: z.array(z.object({ fieldPath: z.string().optional(), description: z.string() })),
});

/** What the platform found wrong, or null. Google's debug endpoint accepts every event, and lists its faults. */
function faultOf(
  response: HttpResponse,
  platform: CheckedPlatform,
  outcome: { status: string; reason?: string },
) {
  if (platform !== 'ga4') return outcome.status === 'delivered' ? null : (outcome.reason ?? outcome.status);
  const found = ga4Findings.safeParse(parseBody(response));
  if (!found.success) return `status ${response.status} without validation messages`;
  const texts = found.data.validationMessages.map(({ fieldPath, description }) =>
    [fieldPath, description].filter(Boolean).join(': '),
  );
  return texts.join('; ') || null;
}

/** Sends one test event of each kind that the platform gets, built as for a visitor. */
export async function checkAds(options: Options): Promise<void> {
  const { config, platform, http, nowMs, runId, report } = options;
  const destination = adDestinations(config).find(({ name }) => name === platform);
  if (!destination) throw new Error(`${platform} is not configured`);
  const origin = config.PUBLIC_URL ?? 'http://localhost:3000';
  for (const conversion of conversions(origin, nowMs, runId)) {
    if (!destination.accepts(conversion.name)) continue;
    const delivery = {
      id: conversion.id,
      payload: JSON.stringify(conversion),
      attempts: 0,
      created_at: nowMs,
    };
    const request = destination.request(delivery, nowMs);
    if ('status' in request) {
      report(conversion.name, `rejected by the service: ${request.reason}`);
      continue;
    }
    const response = await http.post(asTest(request, platform));
    const fault = faultOf(response, platform, destination.classify(response, nowMs));
    report(conversion.name, fault === null ? null : `rejected with ${fault}`);
  }
}
