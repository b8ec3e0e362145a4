import { leadRequestSchema } from '@funnel/contracts/api';

import { followConsent } from '../conversions/follow-consent.ts';
import { visitorOf } from '../conversions/visitor.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { readJson } from '../platform/http/json-body.ts';
import { countedSetOf, isPreview } from '../platform/http/visit.ts';
import { leadSubmission } from './submit-lead.ts';

export function leadRoutes(context: AppContext, wakeOutbox: () => void): PublicHandlers<'submitLead'> {
  const submitLead = leadSubmission(context);
  return {
    async submitLead(ctx) {
      const lead = await readJson(ctx, leadRequestSchema);
      ctx.status = 202;
      ctx.body = { leadId: lead.leadId };
      // Whoever tries out a set that is not live is no lead.
      if (isPreview(ctx)) return;
      const visitor = visitorOf(context, ctx);
      const trace = await followConsent(context, visitor);
      await submitLead({ lead, visitId: visitor.visitId, setId: countedSetOf(ctx), trace });
      wakeOutbox();
    },
  };
}
