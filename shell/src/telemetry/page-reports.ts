import { readRelease, readRemotesOrigin } from '../boot/read-document.ts';
import { createServiceRequest } from '../service-request.ts';
import { createErrorReporter } from './error-reporter.ts';
import { createEventQueue } from './event-queue.ts';
import { createEventSender } from './send-events.ts';

const { setId, shellVersion } = readRelease(document);

/** The page's calls to the service. */
export const request = createServiceRequest(setId, () => document.documentElement.lang);

/** The page's events. Created before everything else, so that a shell that fails to start is reported too. */
export const events = createEventQueue({
  setId,
  send: createEventSender(request),
  later: (run, delayMs) => setTimeout(run, delayMs),
});
export const errors = createErrorReporter({
  page: { origins: [location.origin, readRemotesOrigin(document)], shellVersion },
  path: () => location.pathname,
  events,
});

errors.captureUncaught(window);
addEventListener('pagehide', () => events.flush());
// A phone may end a hidden page without another event.
addEventListener('visibilitychange', () => events.sendCollected());
addEventListener('online', () => events.retry());
