import type { Log } from '../log.ts';

interface WorkerOptions {
  readonly name: string;
  /** Does some work and returns how many items it processed. Zero means that there is nothing to do. */
  readonly run: () => Promise<number>;
  /** The time to wait before the next check, in milliseconds. */
  readonly idleMs: number;
  readonly log: Log;
}

export interface Worker {
  /** Starts no further work, and resolves when the current work is done. */
  stop(): Promise<void>;
  /** Ends the wait, because there is work. */
  wake(): void;
}

const maxDelayMs = 60_000;

const pause = (timeMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

/**
 * Runs in the background until stopped. It continues while there is work, otherwise it waits, and it waits longer after
 * each failure in a row.
 */
export function startWorker({ name, run, idleMs, log }: WorkerOptions): Worker {
  const stopping = new AbortController();
  let wakeController = new AbortController();
  let failures = 0;

  async function runOnce(): Promise<number> {
    try {
      const done = await run();
      failures = 0;
      return done;
    } catch (err) {
      failures++;
      log.error({ err, worker: name, failures }, 'worker failed');
      return 0;
    }
  }

  async function loop() {
    while (!stopping.signal.aborted) {
      wakeController = new AbortController();
      if ((await runOnce()) > 0) continue;
      const pauseMs = Math.min(idleMs * 2 ** Math.min(failures, 10), Math.max(idleMs, maxDelayMs));
      // After a failure only `stop` ends the wait.
      const abortSignals = failures > 0 ? [stopping.signal] : [stopping.signal, wakeController.signal];
      await pause(pauseMs, AbortSignal.any(abortSignals));
    }
  }

  const finished = loop();
  return {
    wake: () => wakeController.abort(),
    stop: async () => {
      stopping.abort();
      await finished;
    },
  };
}
