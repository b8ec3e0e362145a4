import { eventBatchSchema } from '@funnel/contracts/events';

import type { AppContext } from '../platform/app-context.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { readJson } from '../platform/http/json-body.ts';
import { countedSetOf } from '../platform/http/visit.ts';
import { followConsent } from './follow-consent.ts';
import { recordReported } from './record-reported.ts';
import { visitorOf } from './visitor.ts';

export function eventRoutes(context: AppContext, wakeOutbox: () => void): PublicHandlers<'reportEvents'> {
  return {
    async reportEvents(ctx) {
      const { events } = await readJson(ctx, eventBatchSchema);
      const visitor = visitorOf(context, ctx);
      const trace = await followConsent(context, visitor);
      const reporter = { visitId: visitor.visitId, countedSet: countedSetOf(ctx), trace };
      await recordReported(context, events, reporter);
      wakeOutbox();
      ctx.status = 202;
      ctx.body = { accepted: events.length };
    },
  };
}
