import type { PublicHandlers } from './endpoint-router.ts';
import type { Readiness } from './readiness.ts';

/** Health checks for load balancers and orchestrators. */
export function probeRoutes(readiness: Readiness): PublicHandlers<'readHealth' | 'readReadiness'> {
  return {
    readHealth(ctx) {
      ctx.body = { status: 'alive' };
    },
    async readReadiness(ctx) {
      // For load balancers: pages are served without the database, and its outage affects all replicas alike.
      const isDatabaseExcluded = ctx.query['exclude'] === 'database' && !readiness.isDraining();
      const status = isDatabaseExcluded ? 'ready' : await readiness.state();
      ctx.status = status === 'ready' ? 200 : 503;
      ctx.body = { status };
    },
  };
}
