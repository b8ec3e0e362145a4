import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Creates a function that runs work after all its earlier work, and after pending requests have been handled. */
export function createWorkQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const queued = last.then(() => letOthersRun()).then(work);
    last = queued.catch(() => undefined);
    return queued;
  };
}
