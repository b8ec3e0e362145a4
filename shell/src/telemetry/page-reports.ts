import { readRelease, readRemotesOrigin } from '../boot/read-document.ts';
import { createServiceRequest } from '../service-request.ts';
import { createErrorReporter } from './error-reporter.ts';
import { createEventQueue } from './event-queue.ts';
import { createEventSender } from './send-events.ts';

const { setId, shellVersion } = readRelease(document);

// Read once: a browser that translates the page changes the attribute, and the service records what it has delivered.
let locale = document.documentElement.lang;

/** Says which language the page is in, once its texts have been loaded. */
export function setPageLocale(loaded: string): void {
  locale = loaded;
}

/** The page's calls to the service. */
export const request = createServiceRequest(setId, () => locale);

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
