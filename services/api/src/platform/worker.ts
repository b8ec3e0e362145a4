import type { Log } from './log.ts';

interface WorkerOptions {
  readonly name: string;
  /** Does some work and says how many items it did; zero means that there is nothing to do now. */
  readonly run: (signal: AbortSignal) => Promise<number>;
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

const longestPauseMs = 60_000;

/** Runs in the background until stopped: on while there is work, else waiting; longer after each failure in a row. */
export function startWorker({ name, run, idleMs, log }: WorkerOptions): Worker {
  const stopping = new AbortController();
  let failures = 0;
  let isAwaited = false;
  let endPause: () => void = () => undefined;

  const pause = (timeMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopping.signal.aborted || (isAwaited && failures === 0)) endPause();
    });

  async function turn(): Promise<number> {
    isAwaited = false;
    try {
      const done = await run(stopping.signal);
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
      const done = await turn();
      if (done === 0)
        await pause(Math.min(idleMs * 2 ** Math.min(failures, 10), Math.max(idleMs, longestPauseMs)));
    }
  }

  const ended = loop();
  const wake = () => {
    isAwaited = true;
    if (failures === 0) endPause();
  };
  return {
    wake,
    stop: async () => {
      stopping.abort();
      endPause();
      await ended;
    },
  };
}
