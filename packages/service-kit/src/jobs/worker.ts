import { setImmediate as nextTurn } from 'node:timers/promises';

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

/**
 * Runs in the background until stopped. It continues while there is work, otherwise it waits, and it waits longer after
 * each failure in a row.
 */
export function startWorker({ name, run, idleMs, log }: WorkerOptions): Worker {
  let failures = 0;
  let isStopping = false;
  let isWoken = false;
  let endPause = () => {};

  // Signals combined by `AbortSignal.any` would stay in memory for as long as the worker, one for each wait.
  const pause = (timeMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

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
    while (!isStopping) {
      isWoken = false;
      if ((await runOnce()) > 0) {
        // Serves requests. SQLite returns without a wait, so work of many parts would keep the event loop until the last of them.
        await nextTurn();
        continue;
      }
      if (isStopping || (isWoken && failures === 0)) continue;
      await pause(Math.min(idleMs * 2 ** Math.min(failures, 10), Math.max(idleMs, maxDelayMs)));
    }
  }

  const finished = loop();
  return {
    wake() {
      isWoken = true;
      // After a failure only `stop` ends the wait.
      if (failures === 0) endPause();
    },
    async stop() {
      isStopping = true;
      endPause();
      await finished;
    },
  };
}
