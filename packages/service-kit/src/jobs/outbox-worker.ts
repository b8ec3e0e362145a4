import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import type { Log } from '../log.ts';
import { startWorker, type Worker } from './worker.ts';

const idleMs = 1000;

interface OutboxOptions {
  readonly config: Parameters<typeof createHttpClient>[0];
  readonly log: Log;
}

/** Destinations that come and go while the service runs. */
interface RegisteredDestinations<Destination> {
  /** Of the worker that reads the list, in the log. */
  readonly name: string;
  readonly list: () => Promise<readonly Destination[]>;
}

/** Reads the list again and again, and has a loop for each destination on it. */
function startRegistered<Destination extends { readonly name: string }>(
  { name, list }: RegisteredDestinations<Destination>,
  deliverDue: (destination: Destination) => Promise<number>,
  log: Log,
): Pick<Worker, 'stop'> {
  const loops = new Map<string, Worker>();
  /** As they are on the list now: their URLs may change. */
  let listed: ReadonlyMap<string, Destination> = new Map();

  const start = (destinationName: string): Worker =>
    startWorker({
      name: `outbox ${destinationName}`,
      async run() {
        const destination = listed.get(destinationName);
        return destination ? deliverDue(destination) : 0;
      },
      idleMs,
      log,
    });

  const lists = startWorker({
    name: `outbox ${name}`,
    idleMs,
    log,
    async run() {
      listed = new Map((await list()).map((destination) => [destination.name, destination]));
      for (const [known, worker] of loops)
        // Until it has ended, no other loop of this name starts.
        if (!listed.has(known)) void worker.stop().then(() => loops.delete(known));
      for (const listedName of listed.keys())
        if (!loops.has(listedName)) loops.set(listedName, start(listedName));
      return 0;
    },
  });
  return {
    async stop() {
      const stopAll = () => Promise.all([...loops.values()].map((worker) => worker.stop()));
      // The list may start further ones until it has ended.
      await Promise.all([lists.stop(), stopAll()]);
      await stopAll();
    },
  };
}

/**
 * Delivers in the background. Each destination has its own loop, so that a slow one does not delay others. Registered ones
 * find their deliveries within a second: visitors cause none of them, and waking them for each lead would cost a query.
 */
export function startOutboxWorkers<Destination extends { readonly name: string }>(
  { config, log }: OutboxOptions,
  destinations: readonly Destination[],
  deliverDue: (http: HttpClient, destination: Destination) => Promise<number>,
  registered?: RegisteredDestinations<Destination>,
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
  const registeredLoops =
    registered && startRegistered(registered, (destination) => deliverDue(http, destination), log);
  return {
    wake: () => deliveries.forEach((worker) => worker.wake()),
    stop: async () => {
      await Promise.all([...deliveries.map((worker) => worker.stop()), registeredLoops?.stop()]);
      await http.close();
    },
  };
}
