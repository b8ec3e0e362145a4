import Router from '@koa/router';

import type { Metrics } from '../metrics.ts';
import type { Readiness } from '../readiness.ts';

/** What machines ask about the service itself. */
export function operationsRoutes(readiness: Readiness, metrics: Metrics): Router {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/readyz', async (ctx) => {
    const status = await readiness.state();
    ctx.status = status === 'ready' ? 200 : 503;
    ctx.body = { status };
  });
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.registry.metrics();
    ctx.type = metrics.registry.contentType;
  });
  return router;
}
