import type { probeEndpoints } from '@funnel/contracts/operator-endpoints';

import type { Readiness } from '../readiness.ts';
import type { PublicHandlers } from './endpoint-router.ts';

/** Health checks for load balancers and orchestrators. */
export function probeRoutes(readiness: Readiness): PublicHandlers<keyof typeof probeEndpoints> {
  return {
    readHealth(ctx) {
      ctx.body = { status: 'alive' };
    },
    async readReadiness(ctx) {
      const status = await readiness.state();
      ctx.status = status === 'ready' ? 200 : 503;
      ctx.body = { status };
    },
  };
}
