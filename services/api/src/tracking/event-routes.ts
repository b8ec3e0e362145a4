import { eventBatchSchema, type FunnelEvent } from '@funnel/contracts/events';
import { attributedSetOf, loadedSetOf } from '@funnel/releases/visitors/release-cookies';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { VisitExperiments } from '../experiments/visit-experiments.ts';
import type { AppContext } from '../platform/app-context.ts';
import { applyConsent } from './apply-consent.ts';
import type { EventBudget } from './event-metrics.ts';
import { recordBrowserEvents } from './record-browser-events.ts';
import { consentedAt, firstTouchOf, visitorContextOf } from './visitor-context.ts';

/** The screens of a set that these events say were seen. */
const viewedPaths = (events: readonly FunnelEvent[], setId: string): ReadonlySet<string> =>
  new Set(events.flatMap((event) => (event.name === 'PageView' && event.setId === setId ? event.path : [])));

export function eventRoutes(
  context: AppContext,
  wakeOutbox: () => void,
  /** Whether plans have their promotional price for a visit. */
  isOfferOpen: (visitId: string) => Promise<boolean>,
  experiments: Pick<VisitExperiments, 'exposuresAt'>,
  countRejectedBatch: (budget: EventBudget) => void,
): PublicHandlers<'reportEvents'> {
  return {
    async reportEvents(ctx) {
      const { events } = await readJson(ctx, eventBatchSchema);
      const visitor = visitorContextOf(context, ctx);
      const adContext = await applyConsent(context, visitor);
      const attributedSet = attributedSetOf(ctx);
      const reporter = {
        visitId: visitor.visitId,
        attributedSet,
        loadedSet: loadedSetOf(ctx),
        ip: callerIp(ctx),
        hasPromotionalPrice: await isOfferOpen(visitor.visitId),
        adContext,
        // The page sends what it has collected for a second, and the visitor may have decided within it.
        consentedAtMs: consentedAt(context, visitor),
        touch: firstTouchOf(context, ctx),
        exposures:
          attributedSet === null
            ? []
            : await experiments.exposuresAt(ctx, attributedSet, viewedPaths(events, attributedSet)),
      };
      const result = await recordBrowserEvents(context, events, reporter);
      if (result.status === 'over-budget') {
        countRejectedBatch(result.budget);
        const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1000);
        const detail = `Too many events; try again in ${retryAfterSeconds} seconds`;
        throw problem('too-many-requests', { detail, retryAfterSeconds });
      }
      wakeOutbox();
      ctx.status = 202;
      ctx.body = { accepted: events.length };
    },
  };
}
