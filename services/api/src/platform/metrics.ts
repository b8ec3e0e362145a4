import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import type { AppContext } from './app-context.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** While the database is away its figures are missing; all others are needed then more than ever. */
const nothing = () => [];

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
    help: 'Deliveries that wait or were given up',
    labelNames: ['destination', 'state'],
    registers: [registry],
    async collect() {
      const rows = await database.db
        .selectFrom('outbox')
        .select(['destination', 'state', (by) => by.fn.countAll<number>().as('count')])
        // Few beside the delivered ones, and found by an index.
        .where('state', 'in', ['waiting', 'dead'])
        .groupBy(['destination', 'state'])
        .execute()
        .catch(nothing);
      this.reset();
      for (const { destination, state, count } of rows) this.set({ destination, state }, count);
    },
  });
  new Gauge({
    name: 'outbox_oldest_waiting_seconds',
    help: 'Age of the oldest delivery that still waits',
    registers: [registry],
    async collect() {
      const rows = await database.db
        .selectFrom('outbox')
        .select((by) => by.fn.min('created_at').as('oldest'))
        .where('state', '=', 'waiting')
        .execute()
        .catch(nothing);
      this.reset();
      for (const { oldest } of rows) this.set(oldest === null ? 0 : (clock() - oldest) / 1000);
    },
  });
  return { registry, requests };
}
