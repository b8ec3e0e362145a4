import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import type { Log } from '../log.ts';
import { startWorker, type Worker } from './worker.ts';

const idleMs = 1000;

interface OutboxOptions {
  readonly config: Parameters<typeof createHttpClient>[0];
  readonly log: Log;
}

/**
 * Delivers to destinations that come and go. Each has at most one run at a time, and a slow one does not delay others. A
 * failed run is tried again at the next check.
 */
function startListWorker<Destination extends { readonly name: string }>(
  list: () => Promise<readonly Destination[]>,
  deliverDue: (destination: Destination) => Promise<number>,
  log: Log,
): Worker {
  const running = new Map<string, Promise<void>>();

  async function deliver(destination: Destination): Promise<void> {
    let done = 0;
    try {
      done = await deliverDue(destination);
    } catch (err) {
      log.error({ err, worker: `outbox ${destination.name}` }, 'worker failed');
    }
    running.delete(destination.name);
    // More may be due.
    if (done > 0) checks.wake();
  }

  const checks = startWorker({
    name: 'outbox list',
    idleMs,
    log,
    async run() {
      for (const destination of await list())
        if (!running.has(destination.name)) running.set(destination.name, deliver(destination));
      return 0;
    },
  });
  return {
    wake: () => checks.wake(),
    async stop() {
      await checks.stop();
      await Promise.all(running.values());
    },
  };
}

/**
 * Delivers in the background. Each destination has its own loop, so that a slow one does not delay others. `listOthers` returns
 * those that are registered by now.
 */
export function outboxWorker<Destination extends { readonly name: string }>(
  { config, log }: OutboxOptions,
  destinations: readonly Destination[],
  deliverDue: (http: HttpClient, destination: Destination) => Promise<number>,
  listOthers?: () => Promise<readonly Destination[]>,
): Worker {
  const http = createHttpClient(config);
  const deliveries = destinations.map((destination) =>
    startWorker({
      name: `outbox ${destination.name}`,
      run: () => deliverDue(http, destination),
      idleMs,
      log,
    }),
  );
  if (listOthers)
    deliveries.push(startListWorker(listOthers, (destination) => deliverDue(http, destination), log));
  return {
    wake: () => deliveries.forEach((worker) => worker.wake()),
    stop: async () => {
      await Promise.all(deliveries.map((worker) => worker.stop()));
      await http.close();
    },
  };
}
