import { randomUUID } from 'node:crypto';

import type { Context, Middleware } from 'koa';

import { redactPath, type Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Returns the fields that a service adds to the log lines of a request. */
export type LogFieldsOfRequest = (ctx: Context) => object;

/** The fields that all log lines of one request share. */
export const requestLogContext = (ctx: Context, logFieldsOf: LogFieldsOfRequest) => ({
  requestId: ctx.state.requestId,
  ...logFieldsOf(ctx),
});

/** From here on a request is slow, in milliseconds. */
const slowMs = 500;

/** Lines per second about rejected requests, of which anybody can send thousands. The metrics count all of them. */
const maxRejectedPerSecond = 100;

/**
 * Measures every request. Writes a log line, without query, email or IP, for each that fails or is slow, but for at most 100
 * rejected ones a second, and for one in `sampling` others, because a line for each took 20 % of the time to serve a page. With a
 * `sampling` of 1 every request has a line.
 */
export function requestLog(
  log: Log,
  metrics: Metrics,
  logFieldsOf: LogFieldsOfRequest,
  sampling: number,
): Middleware {
  let ordinary = 0;
  let current = { endsAt: 0, rejected: 0 };
  /** Counts a rejected request, and returns whether it is one too many of its second. */
  const countsBeyondLimit = (status: number): boolean => {
    if (status < 400 || status >= 500) return false;
    const now = performance.now();
    if (now >= current.endsAt) current = { endsAt: now + 1000, rejected: 0 };
    return ++current.rejected > maxRejectedPerSecond;
  };
  return async (ctx, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    ctx.set('X-Request-Id', requestId);
    ctx.state.requestId = requestId;
    await next();
    const timeMs = Math.round(performance.now() - startedAt);
    const route = String(ctx._matchedRoute ?? 'unmatched');
    metrics.requests.observe({ method: ctx.method, route, status: ctx.status }, timeMs / 1000);
    const { status, method } = ctx;
    const { problem } = ctx.state;
    const isOrdinary = status < 400 && timeMs < slowMs;
    if ((isOrdinary && ordinary++ % sampling !== 0) || (sampling > 1 && countsBeyondLimit(status))) return;
    log.info(
      { ...requestLogContext(ctx, logFieldsOf), method, path: redactPath(ctx.path), status, timeMs, problem },
      'request',
    );
  };
}
