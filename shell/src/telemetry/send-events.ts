import type { FunnelEvent } from '@funnel/contracts/events';
import { reportEvents } from '@funnel/contracts/visitor-endpoints';

import type { ServiceRequest } from '../service-request.ts';

/** Sends a batch of events, also while the page is being closed. A batch that cannot be sent is logged and lost. */
export const createEventSender =
  (request: ServiceRequest) =>
  (events: readonly FunnelEvent[]): void => {
    request(reportEvents.path, {
      method: 'POST',
      body: JSON.stringify({ events }),
      keepalive: true,
      headers: { 'content-type': 'application/json' },
    }).then(
      ({ ok, status }) => ok || console.warn(`Could not report events: ${status}`),
      (error: unknown) => console.warn('Could not report events', error),
    );
  };
