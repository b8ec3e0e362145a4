import type { GuardedHandlers } from './endpoint-router.ts';
import type { Metrics } from './metrics.ts';

export function metricsRoutes({ registry }: Metrics): GuardedHandlers<'readMetrics', unknown> {
  return {
    async readMetrics(ctx) {
      ctx.body = await registry.metrics();
      ctx.type = registry.contentType;
    },
  };
}
