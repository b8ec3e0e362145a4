import type { AppContext } from '../platform/app-context.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { followConsent } from './follow-consent.ts';
import { keepByChoice, visitorOf } from './visitor.ts';

/** How a page says that the visitor has just chosen, or withdrawn a choice. The choice itself is in the cookie. */
export function consentRoutes(context: AppContext): PublicHandlers<'reportConsent'> {
  return {
    async reportConsent(ctx) {
      await followConsent(context, visitorOf(context, ctx));
      keepByChoice(context, ctx);
      ctx.status = 204;
    },
  };
}
