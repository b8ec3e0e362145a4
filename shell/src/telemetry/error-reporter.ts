import type { EventQueue } from './event-queue.ts';
import { describeScriptError, captureUncaughtErrors, type Page } from './script-error.ts';

interface ErrorReporterOptions {
  readonly page: Page;
  readonly path: () => string;
  readonly events: Pick<EventQueue, 'add'>;
}

/** What is told of a version that fails; canaries are taken back by it. */
export interface FailureReports {
  /** A version whose files could not be had. */
  loadFailed(name: string, version: string, error: unknown): void;
  /** A version that threw while it was shown. */
  renderFailed(name: string, version: string, error: unknown): void;
  /** The shell itself threw, and does not go on. */
  shellFailed(error: unknown): void;
  /** Tells of errors that nobody caught, from now on. */
  captureUncaught(target: Pick<Window, 'addEventListener'>): void;
}

export function createFailureReports({ page, path, events }: ErrorReporterOptions): FailureReports {
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
