import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import type { Log } from '../log.ts';
import { startWorker, type Worker } from './worker.ts';

interface OutboxOptions {
  readonly config: Parameters<typeof createHttpClient>[0];
  readonly log: Log;
}

/** Delivers in the background. Each destination has its own loop, so that a slow one does not delay others. */
export function outboxWorker<Destination extends { readonly name: string }>(
  { config, log }: OutboxOptions,
  destinations: readonly Destination[],
  deliverDue: (http: HttpClient, destination: Destination) => Promise<number>,
): Worker {
  const http = createHttpClient(config);
  const deliveries = destinations.map((destination) =>
    startWorker({
      name: `outbox ${destination.name}`,
      run: () => deliverDue(http, destination),
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
