import type { AppContext } from '../app-context.ts';
import { createHttpClient } from '../http-client.ts';
import { startWorker, type Worker } from '../worker.ts';
import { deliverDue, type CountAttempt } from './deliver.ts';
import type { Destination } from './destination.ts';

/** Delivers in the background. Each destination has its own loop, so that a slow one does not delay others. */
export function outboxWorker(
  context: AppContext,
  destinations: readonly Destination[],
  count?: CountAttempt,
): Worker {
  const http = createHttpClient(context.config);
  const { log } = context;
  const deliveries = destinations.map((destination) =>
    startWorker({
      name: `outbox ${destination.name}`,
      run: () => deliverDue(context, http, destination, count),
      idleMs: 1000,
      log,
    }),
  );
  return {
    wake: () => deliveries.forEach((worker) => worker.wake()),
    stop: async () => {
      await Promise.all(deliveries.map((worker) => worker.stop()));
      await http.close();
    },
  };
}
