import { Counter, Gauge, type Registry } from 'prom-client';

import type { AppContext } from '../platform/app-context.ts';
import { summariseOutbox, type DestinationSummary } from './outbox-summary.ts';

/** While the database is away its figures are missing; all others are needed then more than ever. */
const nothing = () => [];

/** Adds what waits for each destination. Returns what counts attempts. */
export function addOutboxMetrics(
  registry: Registry,
  { database, clock }: AppContext,
): (destination: string, outcome: string) => void {
  const attempts = new Counter({
    name: 'outbox_attempts_total',
    help: 'Turns of deliveries by what came of them',
    labelNames: ['destination', 'outcome'],
    registers: [registry],
  });
  let looking: Promise<DestinationSummary[]> | null = null;
  /** One look at the database for all figures of a scrape. */
  const check = () =>
    (looking ??= summariseOutbox(database.db, clock())
      .catch(nothing)
      .finally(() => (looking = null)));
  const perDestination = (
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
        const summaries = await check();
        this.reset();
        for (const summary of summaries)
          for (const [state, value] of Object.entries(values(summary)))
            this.set({ destination: summary.destination, state }, value);
      },
    });
  perDestination('outbox_deliveries', 'Deliveries that wait or were given up', ({ waiting, dead }) => ({
    waiting,
    dead,
  }));
  perDestination(
    'outbox_oldest_seconds',
    'Age of the oldest delivery that still waits',
    ({ oldestWaitingMs }) => ({ waiting: oldestWaitingMs / 1000 }),
  );
  perDestination(
    'outbox_breaker',
    '1 while a destination counts as away and gets one probe at a time',
    ({ breakerOpenUntil }) => ({ open: breakerOpenUntil === null ? 0 : 1 }),
  );
  return (destination, outcome) => attempts.inc({ destination, outcome });
}
