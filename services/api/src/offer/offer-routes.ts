import { offerRequestSchema, type OfferResponse } from '@funnel/contracts/offer';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';

import type { AppContext } from '../platform/app-context.ts';
import { visitOf } from '../tracking/visit.ts';
import { startOrShortenOffer } from './offer.ts';

export function offerRoutes(context: AppContext): PublicHandlers<'startOffer'> {
  return {
    async startOffer(ctx) {
      const { remainingMs } = await readJson(ctx, offerRequestSchema);
      ctx.body = {
        remainingMs: await startOrShortenOffer(context, visitOf(ctx).id, remainingMs),
      } satisfies OfferResponse;
    },
  };
}
