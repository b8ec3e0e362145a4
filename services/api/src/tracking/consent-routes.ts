import { consentCookie } from '@funnel/contracts/consent';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { publicOrigin } from '@funnel/service-kit/http/public-origin';

import type { AppContext } from '../platform/app-context.ts';
import { applyConsent } from './apply-consent.ts';
import { updateAttribution, visitorContextOf } from './visitor-context.ts';

/**
 * A page calls this after the visitor has chosen or withdrawn. The choice itself is in the cookie, which the service writes
 * again, because Safari keeps a cookie that a script has written for seven days only:
 * https://webkit.org/blog/8613/intelligent-tracking-prevention-2-1/
 */
export function consentRoutes(context: AppContext): PublicHandlers<'reportConsent'> {
  return {
    async reportConsent(ctx) {
      const visitor = visitorContextOf(context, ctx);
      const { consent } = visitor;
      const adContext = await applyConsent(context, visitor, { isReport: true });
      // A consent that was withdrawn meanwhile has no ad context, and stays withdrawn.
      if (consent && (consent.choice === 'denied' || adContext))
        ctx.append(
          'Set-Cookie',
          consentCookie(consent, publicOrigin(context.config, ctx).startsWith('https:')),
        );
      updateAttribution(context, ctx);
      ctx.status = 204;
    },
  };
}
