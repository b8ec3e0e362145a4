import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

export interface LoadShedder {
  /** Around everything: counts what is being answered. */
  readonly count: Middleware;
  /** Around what can best be done without: `unavailable` (503) while too much is being answered. */
  readonly shed: Middleware;
}

/** Under pressure analytics go first, so that leads and payments go on. */
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
    async shed(ctx, next) {
      if (inFlight > maxInFlight) {
        ctx.set('Retry-After', '10');
        throw problem('unavailable');
      }
      await next();
    },
  };
}
