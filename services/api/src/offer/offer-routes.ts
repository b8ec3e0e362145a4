import {
  offerDeadlineCookie,
  offerDeadlineKeptMs,
  offerDurationMs,
  offerRequestSchema,
  readOfferDeadline,
  type OfferResponse,
} from '@funnel/contracts/offer';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import { visitOf } from '../tracking/visit.ts';
import { startOrShortenOffer } from './offer.ts';

/**
 * Writes the deadline of the page's cookie again, earlier by `shortenedMs`. It expires 30 days after the first view, while Safari keeps
 * a cookie that a script has written for seven days only, and for one after a click on an ad:
 * https://webkit.org/blog/9521/intelligent-tracking-prevention-2-3/
 */
function keepDeadline(ctx: Context, nowMs: number, shortenedMs: number): void {
  const storedMs = readOfferDeadline(ctx.get('Cookie'));
  if (storedMs === null) return;
  const deadlineMs = storedMs - shortenedMs;
  const firstViewMs = Math.min(deadlineMs - offerDurationMs, nowMs);
  const maxAge = firstViewMs + offerDeadlineKeptMs - nowMs;
  if (maxAge > 0)
    ctx.cookies.set(offerDeadlineCookie, String(deadlineMs), { httpOnly: false, sameSite: 'lax', maxAge });
}

export function offerRoutes(context: AppContext): PublicHandlers<'startOffer'> {
  return {
    async startOffer(ctx) {
      const { remainingMs } = await readJson(ctx, offerRequestSchema);
      const leftMs = await startOrShortenOffer(context, visitOf(ctx).id, remainingMs);
      keepDeadline(ctx, context.clock(), remainingMs - leftMs);
      ctx.body = { remainingMs: leftMs } satisfies OfferResponse;
    },
  };
}
