import { leadRequestSchema } from '@funnel/contracts/api';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../platform/app-context.ts';
import { createLeadTracking } from '../tracking/lead-tracking.ts';
import { createLeadWriter } from './store-lead.ts';

export function leadRoutes(context: AppContext, wakeOutbox: () => void): PublicHandlers<'submitLead'> {
  const tracking = createLeadTracking(context);
  const submitLead = createLeadWriter(context, tracking.record);
  return {
    async submitLead(ctx) {
      const lead = await readJson(ctx, leadRequestSchema);
      const waitMs = tracking.waitMs(ctx);
      if (waitMs !== null) {
        const seconds = Math.ceil(waitMs / 1000);
        ctx.set('Retry-After', String(seconds));
        throw problem('too-many-requests', { detail: `Too many leads; try again in ${seconds} seconds` });
      }
      ctx.status = 202;
      ctx.body = { leadId: lead.leadId };
      const tracked = await tracking.track(ctx, lead);
      if (!tracked) return;
      await submitLead(tracked);
      // Counts the lead and its delivery.
      tracking.spend(ctx, 2 * JSON.stringify(lead).length);
      wakeOutbox();
    },
  };
}
