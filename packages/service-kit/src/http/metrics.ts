import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

import type { GuardedHandlers } from './endpoint-router.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates a separate registry for the metrics that `/metrics` returns. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return { registry, requests };
}

export const metricsRoutes = ({ registry }: Metrics): GuardedHandlers<'readMetrics', unknown> => ({
  async readMetrics(ctx) {
    ctx.body = await registry.metrics();
    ctx.type = registry.contentType;
  },
});
