import { Counter, Gauge, type Registry } from 'prom-client';

import type { AppContext } from '../platform/app-context.ts';
import { summarizeOutbox, type DestinationSummary } from './outbox-summary.ts';

/** While the database is unavailable, its series are missing and all others are still served. */
const noSummaries = () => [];

/** Adds the metrics of every destination. Returns the function that counts attempts. */
export function addOutboxMetrics(
  registry: Registry,
  { database, clock }: AppContext,
): (destination: string, outcome: string) => void {
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
    '1 while the circuit breaker of a destination with waiting or dead deliveries is not closed',
    ({ breakerOpenUntil }) => ({ open: breakerOpenUntil === null ? 0 : 1 }),
  );
  addDestinationGauge(
    'outbox_stopped',
    '1 while a destination gets nothing until it is resumed or its settings change',
    ({ stopped }) => ({ stopped: stopped === null ? 0 : 1 }),
  );
  return (destination, outcome) => attempts.inc({ destination, outcome });
}
