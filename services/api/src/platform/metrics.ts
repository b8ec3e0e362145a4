import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { AppContext } from './app-context.ts';
import { summarizeOutbox, type DestinationSummary } from './outbox/outbox-summary.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** While the database is unavailable, its series are missing and all others are still served. */
const noSummaries = () => [];

/** Creates the series of `/metrics` in a registry of their own. */
export function createMetrics({ database, clock }: AppContext) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'outbox_attempts_total',
    help: 'Delivery attempts by outcome',
    labelNames: ['destination', 'outcome'],
    registers: [registry],
  });
  let pendingSummary: Promise<DestinationSummary[]> | null = null;
  /** Runs one query for all gauges of a scrape. */
  const readSummaries = () =>
    (pendingSummary ??= summarizeOutbox(database.db, clock())
      .catch(noSummaries)
      .finally(() => (pendingSummary = null)));
  const addDestinationGauge = (
    name: string,
    help: string,
    values: (summary: DestinationSummary) => Readonly<Record<string, number>>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['destination', 'state'],
      registers: [registry],
      async collect() {
        const summaries = await readSummaries();
        this.reset();
        for (const summary of summaries)
          for (const [state, value] of Object.entries(values(summary)))
            this.set({ destination: summary.destination, state }, value);
      },
    });
  addDestinationGauge('outbox_deliveries', 'Deliveries that are waiting or dead', ({ waiting, dead }) => ({
    waiting,
    dead,
  }));
  addDestinationGauge(
    'outbox_oldest_seconds',
    'Age of the oldest waiting delivery',
    ({ oldestWaitingMs }) => ({ waiting: oldestWaitingMs / 1000 }),
  );
  addDestinationGauge(
    'outbox_breaker',
    '1 while the circuit breaker of a destination is not closed',
    ({ breakerOpenUntil }) => ({ open: breakerOpenUntil === null ? 0 : 1 }),
  );
  return {
    registry,
    requests,
    countAttempt: (destination: string, outcome: string) => attempts.inc({ destination, outcome }),
  };
}
