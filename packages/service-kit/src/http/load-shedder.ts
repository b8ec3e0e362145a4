import type { IncomingMessage } from 'node:http';

import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

export interface LoadShedder {
  /** Wraps all requests and counts those in flight, each from the moment when its body has arrived. */
  readonly count: Middleware;
  /** Wraps endpoints of low priority: `unavailable` (503) while too many requests are in flight. */
  readonly shed: Middleware;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

interface LoadShedderOptions {
  readonly maxInFlight?: number;
  /** Paths whose requests mostly wait, for another service or for each other, and are therefore no sign of load. */
  readonly waitingPaths?: readonly string[];
}

/** Rejects analytics events first under load, so that leads and payments continue. */
export function createLoadShedder({
  maxInFlight = 100,
  waitingPaths = [],
}: LoadShedderOptions = {}): LoadShedder {
  let inFlight = 0;
  return {
    async count({ req, path }, next) {
      if (waitingPaths.includes(path)) return next();
      let counted = 0;
      const start = () => {
        counted = 1;
        inFlight++;
      };
      // A request whose body is still on its way costs almost nothing. If it counted, one slow client could fill the limit.
      if (hasBody(req)) req.once('end', start);
      else start();
      try {
        await next();
      } finally {
        req.off('end', start);
        inFlight -= counted;
      }
    },
    async shed(_ctx, next) {
      if (inFlight > maxInFlight) throw problem('unavailable', { retryAfterSeconds: 10 });
      await next();
    },
  };
}
