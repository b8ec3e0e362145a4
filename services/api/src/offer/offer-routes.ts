import {
  offerDeadlineCookie,
  offerDurationMs,
  offerRequestSchema,
  readOfferDeadline,
  type OfferResponse,
} from '@funnel/contracts/offer';
import { dayMs } from '@funnel/service-kit/durations';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import { visitOf } from '../tracking/visit.ts';
import { startOrShortenOffer } from './offer.ts';

const cookieAgeMs = 30 * dayMs;

/**
 * Writes the deadline that the page has stored again, until 30 days after the first view, because Safari keeps a cookie that a script
 * has written for seven days only, and for one after a click on an ad:
 * https://webkit.org/blog/9521/intelligent-tracking-prevention-2-3/
 */
function keepDeadline(ctx: Context, nowMs: number): void {
  const deadlineMs = readOfferDeadline(ctx.get('Cookie'));
  if (deadlineMs === null) return;
  const firstViewMs = Math.min(deadlineMs - offerDurationMs, nowMs);
  const maxAge = firstViewMs + cookieAgeMs - nowMs;
  if (maxAge > 0)
    ctx.cookies.set(offerDeadlineCookie, String(deadlineMs), { httpOnly: false, sameSite: 'lax', maxAge });
}

export function offerRoutes(context: AppContext): PublicHandlers<'startOffer'> {
  return {
    async startOffer(ctx) {
      const { remainingMs } = await readJson(ctx, offerRequestSchema);
      keepDeadline(ctx, context.clock());
      ctx.body = {
        remainingMs: await startOrShortenOffer(context, visitOf(ctx).id, remainingMs),
      } satisfies OfferResponse;
    },
  };
}
