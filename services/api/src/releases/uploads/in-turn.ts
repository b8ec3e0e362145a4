import { setImmediate as letOthersRun } from 'node:timers/promises';

import { problem } from '../../platform/problem.ts';

/** Each holds its body in memory. */
const maxWaiting = 16;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the work when all that came before it in this process is done, and requests that came in meanwhile have been
 * handled. Throws `too-many-requests` if too much waits already.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting)
    throw problem('too-many-requests', { detail: 'Too many uploads at once. Try again in a moment.' });
  waiting += 1;
  const turn = last.then(() => letOthersRun()).then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}
