import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';

import type { AppContext } from '../platform/app-context.ts';
import { applyConsent } from './apply-consent.ts';
import { updateAttribution, visitorContextOf } from './visitor-context.ts';

/** A page calls this after the visitor has chosen or withdrawn. The choice itself is in the cookie. */
export function consentRoutes(context: AppContext): PublicHandlers<'reportConsent'> {
  return {
    async reportConsent(ctx) {
      await applyConsent(context, visitorContextOf(context, ctx));
      updateAttribution(context, ctx);
      ctx.status = 204;
    },
  };
}
