import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

export interface LoadShedder {
  /** Wraps all requests and counts those in flight. */
  readonly count: Middleware;
  /** Wraps endpoints of low priority: `unavailable` (503) while too many requests are in flight. */
  readonly shed: Middleware;
}

/** Rejects analytics events first under load, so that leads and payments continue. */
export function createLoadShedder(maxInFlight = 100): LoadShedder {
  let inFlight = 0;
  return {
    async count(_ctx, next) {
      inFlight++;
      try {
        await next();
      } finally {
        inFlight--;
      }
    },
    async shed(_ctx, next) {
      if (inFlight > maxInFlight) throw problem('unavailable', { retryAfterSeconds: 10 });
      await next();
    },
  };
}
