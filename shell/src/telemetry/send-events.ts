import type { FunnelEvent } from '@funnel/contracts/events';
import { reportEvents } from '@funnel/contracts/visitor-endpoints';

import { requestWithin } from '@funnel/shell-kit/time-limit';

import type { ServiceRequest } from '../service-request.ts';

const responseTimeoutMs = 30_000;
const maxPauseMs = 3_600_000;

/**
 * Sends a batch of events, also while the page is being closed. Resolves to null if the batch is done: it is stored, or would
 * be rejected again. Otherwise resolves to the delay that the response names, or 0, and the batch may be sent again.
 */
export const createEventSender =
  (request: ServiceRequest) =>
  (events: readonly FunnelEvent[]): Promise<number | null> =>
    requestWithin(
      (signal) =>
        request(reportEvents.path, {
          method: 'POST',
          body: JSON.stringify({ events }),
          keepalive: true,
          headers: { 'content-type': 'application/json' },
          signal,
        }),
      responseTimeoutMs,
    ).then(
      ({ ok, status, headers }) => {
        if (ok) return null;
        console.warn(`Could not report events: ${status}`);
        // A proxy may name a date, which is not a number.
        const pauseMs = Number(headers.get('retry-after')) * 1000 || 0;
        return status === 429 || status >= 500 ? Math.min(pauseMs, maxPauseMs) : null;
      },
      (error: unknown) => {
        console.warn('Could not report events', error);
        return 0;
      },
    );
