import { leadRequestSchema } from '@funnel/contracts/api';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { readJson } from '@funnel/service-kit/http/json-body';
import { publicOrigin } from '@funnel/service-kit/http/public-origin';
import { problem } from '@funnel/service-kit/problem';

import { createPlanEmailLimit } from '../emails/plan-email-limit.ts';
import type { AppContext } from '../platform/app-context.ts';
import { requestLocale } from '../platform/page-locale.ts';
import type { NewLead } from '../tracking/lead-event.ts';
import { createLeadTracking } from '../tracking/lead-tracking.ts';
import { createLeadWriter, storedBytes, type SubmittedLead } from './store-lead.ts';

export function leadRoutes(context: AppContext, wakeOutbox: () => void): PublicHandlers<'submitLead'> {
  const tracking = createLeadTracking(context);
  const maySendPlanEmail = createPlanEmailLimit(context, 'leads');
  const writeLead = createLeadWriter<NewLead & SubmittedLead>(context, tracking.record);
  return {
    async submitLead(ctx) {
      const lead = await readJson(ctx, leadRequestSchema);
      const waitMs = tracking.waitMs(ctx);
      if (waitMs !== null) {
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        const detail = `Too many leads; try again in ${retryAfterSeconds} seconds`;
        throw problem('too-many-requests', { detail, retryAfterSeconds });
      }
      ctx.status = 202;
      ctx.body = { leadId: lead.leadId };
      const visit = await tracking.visitOf(ctx);
      // A preview stores nothing.
      if (!visit) return;
      const submission = {
        lead,
        ...visit,
        locale: requestLocale(ctx),
        origin: publicOrigin(context.config, ctx),
        ip: callerIp(ctx),
        sendsPlanEmail: await maySendPlanEmail(ctx),
      };
      await writeLead(submission);
      tracking.spendBudget(ctx, storedBytes(lead));
      wakeOutbox();
    },
  };
}
