import type { Metrics } from '@funnel/service-kit/http/metrics';

import type { OperatorHandlers } from './operator-router.ts';

export function metricsRoutes({ registry }: Metrics): OperatorHandlers<'readMetrics'> {
  return {
    async readMetrics(ctx) {
      ctx.body = await registry.metrics();
      ctx.type = registry.contentType;
    },
  };
}
