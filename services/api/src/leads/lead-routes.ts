import { leadRequestSchema } from '@funnel/contracts/api';

import { networkBudget } from '../conversions/event-budget.ts';
import { followConsent } from '../conversions/follow-consent.ts';
import { visitorOf } from '../conversions/visitor.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { callerIp } from '../platform/http/ip-address.ts';
import { readJson } from '../platform/http/json-body.ts';
import { countedSetOf, isPreview } from '../platform/http/visit.ts';
import { wideNetworkOf } from '../platform/http/wide-network.ts';
import { problem } from '../platform/problem.ts';
import { leadSubmission } from './submit-lead.ts';

export function leadRoutes(context: AppContext, wakeOutbox: () => void): PublicHandlers<'submitLead'> {
  const submitLead = leadSubmission(context);
  const budget = networkBudget(context, 'leads');
  return {
    async submitLead(ctx) {
      const lead = await readJson(ctx, leadRequestSchema);
      const network = wideNetworkOf(callerIp(ctx));
      const waitMs = budget.waitMs(network);
      if (waitMs !== null) {
        const seconds = Math.ceil(waitMs / 1000);
        ctx.set('Retry-After', String(seconds));
        throw problem('too-many-requests', { detail: `Too many leads; try again in ${seconds} seconds` });
      }
      ctx.status = 202;
      ctx.body = { leadId: lead.leadId };
      // Whoever tries out a set that is not live is no lead.
      if (isPreview(ctx)) return;
      const visitor = visitorOf(context, ctx);
      const trace = await followConsent(context, visitor);
      await submitLead({ lead, visitId: visitor.visitId, setId: countedSetOf(ctx), trace });
      // The lead, and its delivery.
      budget.spend(network, 2 * JSON.stringify(lead).length);
      wakeOutbox();
    },
  };
}
