import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';

import type { AppContext } from '../platform/app-context.ts';
import { applyConsent } from './apply-consent.ts';
import { updateAttribution, visitorOf } from './visitor-context.ts';

/** How a page says that the visitor has just chosen, or withdrawn a choice. The choice itself is in the cookie. */
export function consentRoutes(context: AppContext): PublicHandlers<'reportConsent'> {
  return {
    async reportConsent(ctx) {
      await applyConsent(context, visitorOf(context, ctx));
      updateAttribution(context, ctx);
      ctx.status = 204;
    },
  };
}
