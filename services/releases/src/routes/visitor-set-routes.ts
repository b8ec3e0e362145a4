import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { problem } from '@funnel/service-kit/problem';

import type { VisitorSets } from '../visitors/visitor-set.ts';

/** Returns the visitor's release set. */
export function visitorSetRoutes(visitors: VisitorSets): PublicHandlers<'readReleaseSet'> {
  return {
    async readReleaseSet(ctx) {
      const composed = await visitors.setFor(ctx);
      if (!composed) throw problem('unavailable', { detail: 'Nothing has been released yet.' });
      ctx.body = composed.set;
    },
  };
}
