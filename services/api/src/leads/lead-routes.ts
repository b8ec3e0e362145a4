import { leadRequestSchema } from '@funnel/contracts/api';
import Router from '@koa/router';

import { followConsent } from '../conversions/follow-consent.ts';
import { visitorOf } from '../conversions/visitor.ts';
import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import { rateLimit } from '../platform/http/rate-limit.ts';
import { sameOrigin } from '../platform/http/same-origin.ts';
import { countedSetOf, isPreview } from '../platform/http/visit.ts';
import { leadSubmission } from './submit-lead.ts';

export function leadRoutes(context: AppContext, wakeOutbox: () => void): Router {
  const router = new Router();
  const limit = rateLimit(context, { name: 'leads', perMinute: context.config.RATE_LIMIT_PER_MINUTE });
  const submitLead = leadSubmission(context);
  router.post('/api/leads', limit, sameOrigin(context), async (ctx) => {
    const lead = await readJson(ctx, leadRequestSchema);
    ctx.status = 202;
    ctx.body = { leadId: lead.leadId };
    // Whoever tries out a set that is not live is no lead.
    if (isPreview(ctx)) return;
    const visitor = visitorOf(context, ctx);
    const trace = await followConsent(context, visitor);
    await submitLead({ lead, visitId: visitor.visitId, setId: countedSetOf(ctx), trace });
    wakeOutbox();
  });
  return router;
}
