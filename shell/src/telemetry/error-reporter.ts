import type { EventQueue } from './event-queue.ts';
import { describeScriptError, captureUncaughtErrors, type Page } from './script-error.ts';

interface ErrorReporterOptions {
  readonly page: Page;
  readonly path: () => string;
  readonly events: Pick<EventQueue, 'add'>;
}

/** Reports failures of a version. The canary analysis decides on these events. */
interface ErrorReporter {
  /** Reports a version whose files did not load. The detail is the error's message, at most 500 characters. */
  loadFailed(name: string, version: string, error: unknown): void;
  /** Reports a version that threw while it rendered, without the error's message. */
  renderFailed(name: string, version: string, error: unknown): void;
  /** Reports that the shell itself threw and cannot continue. */
  shellFailed(error: unknown): void;
  /** Reports uncaught errors of `target` from now on. */
  captureUncaught(target: Pick<Window, 'addEventListener'>): void;
}

/** Creates the reporter, which adds one event per failure to the queue. */
export function createErrorReporter({ page, path, events }: ErrorReporterOptions): ErrorReporter {
  const report = (remote: string, version: string, detail: string) =>
    events.add({ name: 'ResourceFailed', detail }, { path: path(), remote, version });
  const renderFailed = (name: string, version: string, error: unknown) =>
    report(name, version, describeScriptError(error, page).detail);

  return {
    loadFailed: (name, version, error) =>
      report(name, version, error instanceof Error ? error.message.slice(0, 500) : 'unknown'),
    renderFailed,
    shellFailed: (error) => renderFailed('shell', page.shellVersion, error),
    captureUncaught: (target) =>
      captureUncaughtErrors(target, page, ({ detail, remote, version }) =>
        events.add({ name: 'ScriptFailed', detail }, { path: path(), remote, version }),
      ),
  };
}
