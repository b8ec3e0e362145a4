import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import type { AppContext } from './app-context.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Everything that `/metrics` tells, in a registry of its own. */
export function createMetrics({ database, clock }: AppContext) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'outbox_deliveries',
    help: 'Deliveries by state',
    labelNames: ['destination', 'state'],
    registers: [registry],
    async collect() {
      const rows = await database.db
        .selectFrom('outbox')
        .select(['destination', 'state', (by) => by.fn.countAll<number>().as('count')])
        .groupBy(['destination', 'state'])
        .execute();
      this.reset();
      for (const { destination, state, count } of rows) this.set({ destination, state }, count);
    },
  });
  new Gauge({
    name: 'outbox_oldest_waiting_seconds',
    help: 'Age of the oldest delivery that still waits',
    registers: [registry],
    async collect() {
      const row = await database.db
        .selectFrom('outbox')
        .select((by) => by.fn.min('created_at').as('oldest'))
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      this.set(row?.oldest ? (clock() - row.oldest) / 1000 : 0);
    },
  });
  return { registry, requests };
}
