import { leadRequestSchema } from '@funnel/contracts/api';

import { networkBudget } from '../conversions/event-budget.ts';
import { applyConsent } from '../conversions/apply-consent.ts';
import { visitorContextOf } from '../conversions/visitor-context.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { callerIp } from '../platform/http/ip-address.ts';
import { readJson } from '../platform/http/json-body.ts';
import { attributedSetOf, isPreview } from '../platform/http/visit.ts';
import { providerNetworkOf } from '../platform/http/wide-network.ts';
import { problem } from '../platform/problem.ts';
import { createLeadWriter } from './store-lead.ts';

export function leadRoutes(context: AppContext, wakeOutbox: () => void): PublicHandlers<'submitLead'> {
  const submitLead = createLeadWriter(context);
  const budget = networkBudget(context, 'leads');
  return {
    async submitLead(ctx) {
      const lead = await readJson(ctx, leadRequestSchema);
      const network = providerNetworkOf(callerIp(ctx));
      const waitMs = budget.waitMs(network);
      if (waitMs !== null) {
        const seconds = Math.ceil(waitMs / 1000);
        ctx.set('Retry-After', String(seconds));
        throw problem('too-many-requests', { detail: `Too many leads; try again in ${seconds} seconds` });
      }
      ctx.status = 202;
      ctx.body = { leadId: lead.leadId };
      // Leads from a preview are not stored.
      if (isPreview(ctx)) return;
      const visitor = visitorContextOf(context, ctx);
      const trace = await applyConsent(context, visitor);
      await submitLead({ lead, visitId: visitor.visitId, setId: attributedSetOf(ctx), trace });
      // Counts the lead and its delivery.
      budget.spend(network, 2 * JSON.stringify(lead).length);
      wakeOutbox();
    },
  };
}
