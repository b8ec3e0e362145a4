import { eventBatchSchema } from '@funnel/contracts/events';
import Router from '@koa/router';

import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import type { Load } from '../platform/http/load.ts';
import { rateLimit } from '../platform/http/rate-limit.ts';
import { sameOrigin } from '../platform/http/same-origin.ts';
import { countedSetOf } from '../platform/http/visit.ts';
import { followConsent } from './follow-consent.ts';
import { recordReported } from './record-reported.ts';
import { visitorOf } from './visitor.ts';

export function eventRoutes(context: AppContext, load: Load, wakeOutbox: () => void): Router {
  const router = new Router();
  const perMinute = context.config.RATE_LIMIT_PER_MINUTE * 5;
  const limit = rateLimit(context, { name: 'events', perMinute });
  router.post('/api/events', load.shed, limit, sameOrigin(context), async (ctx) => {
    const { events } = await readJson(ctx, eventBatchSchema);
    const visitor = visitorOf(context, ctx);
    const trace = await followConsent(context, visitor);
    const reporter = { visitId: visitor.visitId, countedSet: countedSetOf(ctx), trace };
    await recordReported(context, events, reporter);
    wakeOutbox();
    ctx.status = 202;
    ctx.body = { accepted: events.length };
  });
  return router;
}
