import { readRelease } from '../boot/read-document.ts';
import { createEventQueue } from './event-queue.ts';
import { createFailureReports } from './error-reporter.ts';
import { sendEvents } from './send-events.ts';

const { setId, shellVersion } = readRelease(document);

/** What this page tells the service. There before all else, so that a shell that does not start is heard of. */
export const events = createEventQueue({
  setId,
  send: sendEvents(setId),
  later: (run) => setTimeout(run, 1000),
});
export const failures = createFailureReports({
  page: { origin: location.origin, shellVersion },
  path: () => location.pathname,
  events,
});

failures.captureUncaught(window);
addEventListener('pagehide', () => events.flush());
