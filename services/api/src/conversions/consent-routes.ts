import Router from '@koa/router';

import type { AppContext } from '../platform/app-context.ts';
import { rateLimit } from '../platform/http/rate-limit.ts';
import { sameOrigin } from '../platform/http/same-origin.ts';
import { followConsent } from './follow-consent.ts';
import { keepByChoice, visitorOf } from './visitor.ts';

/** How a page says that the visitor has just chosen, or taken a choice back. The choice itself is in the cookie. */
export function consentRoutes(context: AppContext): Router {
  const router = new Router();
  const limit = rateLimit(context, { name: 'consent', perMinute: context.config.RATE_LIMIT_PER_MINUTE });
  router.post('/api/consent', limit, sameOrigin(context), async (ctx) => {
    await followConsent(context, visitorOf(context, ctx));
    keepByChoice(context, ctx);
    ctx.status = 204;
  });
  return router;
}
