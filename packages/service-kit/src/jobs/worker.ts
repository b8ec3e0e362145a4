import type { Log } from '../log.ts';

interface WorkerOptions {
  readonly name: string;
  /** Does some work and says how many items it did; zero means that there is nothing to do now. */
  readonly run: () => Promise<number>;
  /** How long to wait before looking again, in milliseconds. */
  readonly idleMs: number;
  readonly log: Log;
}

export interface Worker {
  /** Begins nothing new, and resolves when the work in hand is done. */
  stop(): Promise<void>;
  /** There is work: look now. */
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

/** Runs in the background until stopped: on while there is work, else waiting; longer after each failure in a row. */
export function startWorker({ name, run, idleMs, log }: WorkerOptions): Worker {
  const stopping = new AbortController();
  let awaited = new AbortController();
  let failures = 0;

  async function turn(): Promise<number> {
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
      awaited = new AbortController();
      if ((await turn()) > 0) continue;
      const pauseMs = Math.min(idleMs * 2 ** Math.min(failures, 10), Math.max(idleMs, maxDelayMs));
      // After a failure nobody ends the pause but the end itself.
      const ends = failures > 0 ? [stopping.signal] : [stopping.signal, awaited.signal];
      await pause(pauseMs, AbortSignal.any(ends));
    }
  }

  const ended = loop();
  return {
    wake: () => awaited.abort(),
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
