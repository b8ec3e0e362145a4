import type { Metrics } from '../metrics.ts';
import type { OperatorHandlers } from './endpoint-router.ts';

export function metricsRoutes({ registry }: Metrics): OperatorHandlers<'readMetrics'> {
  return {
    async readMetrics(ctx) {
      ctx.body = await registry.metrics();
      ctx.type = registry.contentType;
    },
  };
}
