import { eventBatchSchema } from '@funnel/contracts/events';
import { attributedSetOf, loadedSetOf } from '@funnel/releases/visitors/release-cookies';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { readJson } from '@funnel/service-kit/http/json-body';
import { providerNetworkOf } from '@funnel/service-kit/http/wide-network';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../platform/app-context.ts';
import { applyConsent } from './apply-consent.ts';
import { recordBrowserEvents } from './record-browser-events.ts';
import { visitorContextOf } from './visitor-context.ts';

export function eventRoutes(
  context: AppContext,
  wakeOutbox: () => void,
  /** Whether plans have their promotional price for a visit. */
  isOfferOpen: (visitId: string) => Promise<boolean>,
): PublicHandlers<'reportEvents'> {
  return {
    async reportEvents(ctx) {
      const { events } = await readJson(ctx, eventBatchSchema);
      const visitor = visitorContextOf(context, ctx);
      const trace = await applyConsent(context, visitor);
      const reporter = {
        visitId: visitor.visitId,
        attributedSet: attributedSetOf(ctx),
        loadedSet: loadedSetOf(ctx),
        network: providerNetworkOf(callerIp(ctx)),
        hasPromotionalPrice: await isOfferOpen(visitor.visitId),
        trace,
      };
      const result = await recordBrowserEvents(context, events, reporter);
      if (result.status === 'over-budget') {
        const seconds = Math.ceil(result.retryAfterMs / 1000);
        ctx.set('Retry-After', String(seconds));
        throw problem('too-many-requests', { detail: `Too many events; try again in ${seconds} seconds` });
      }
      wakeOutbox();
      ctx.status = 202;
      ctx.body = { accepted: events.length };
    },
  };
}
