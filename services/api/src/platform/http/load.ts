import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

export interface Load {
  /** Around everything: counts what is being answered. */
  readonly count: Middleware;
  /** Around what can best be done without: `unavailable` (503) while too much is being answered. */
  readonly shed: Middleware;
}

/** Under pressure analytics go first, so that leads and payments go on. */
export function createLoad(maxInFlight = 100): Load {
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
