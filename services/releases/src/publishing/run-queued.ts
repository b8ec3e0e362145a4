import { setImmediate as letOthersRun } from 'node:timers/promises';

import { problem } from '@funnel/service-kit/problem';

/** Each holds its body in memory. */
const maxWaiting = 32;
/** So that one publisher leaves room for others. */
const maxWaitingPerOwner = 16;

const waitingByOwner = new Map<string, number>();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the work when all that came before it in this process is done, and requests that came in meanwhile have been
 * handled. Throws `too-many-requests` if too much waits already.
 */
export async function runQueued<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const own = waitingByOwner.get(owner) ?? 0;
  if (waiting >= maxWaiting || own >= maxWaitingPerOwner)
    throw problem('too-many-requests', { detail: 'Too many uploads at once. Try again in a moment.' });
  waiting += 1;
  waitingByOwner.set(owner, own + 1);
  const turn = last.then(() => letOthersRun()).then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting -= 1;
    const left = (waitingByOwner.get(owner) ?? 1) - 1;
    if (left > 0) waitingByOwner.set(owner, left);
    else waitingByOwner.delete(owner);
  }
}
