import type { FunnelEvent } from '@funnel/contracts/events';
import { reportEvents } from '@funnel/contracts/visitor-endpoints';

/** Hands events to the service, also while the page is going. Losing a report is no reason to trouble a visitor. */
export const sendEvents =
  (setId: string) =>
  (events: readonly FunnelEvent[]): void => {
    fetch(reportEvents.path, {
      method: 'POST',
      body: JSON.stringify({ events }),
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-release-set': setId },
    }).catch(() => undefined);
  };
