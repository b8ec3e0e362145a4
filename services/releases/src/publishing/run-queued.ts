import { setImmediate as letOthersRun } from 'node:timers/promises';

import { problem } from '@funnel/service-kit/problem';

/** Each waiting upload keeps its body in memory. */
const maxWaiting = 32;
/** Leaves room for other publishers. */
const maxWaitingPerOwner = 16;

const waitingByOwner = new Map<string, number>();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs work after all earlier work of this process, and after pending requests have been handled. Throws
 * `too-many-requests` if the queue is full.
 */
export async function runQueued<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const own = waitingByOwner.get(owner) ?? 0;
  if (waiting >= maxWaiting || own >= maxWaitingPerOwner)
    throw problem('too-many-requests', {
      detail: 'Too many uploads at once. Try again in a second.',
      retryAfterSeconds: 1,
    });
  waiting += 1;
  waitingByOwner.set(owner, own + 1);
  const queued = last.then(() => letOthersRun()).then(work);
  last = queued.catch(() => undefined);
  try {
    return await queued;
  } finally {
    waiting -= 1;
    const left = (waitingByOwner.get(owner) ?? 1) - 1;
    if (left > 0) waitingByOwner.set(owner, left);
    else waitingByOwner.delete(owner);
  }
}
