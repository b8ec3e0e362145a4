import type { EventQueue } from './event-queue.ts';
import { faultOf, watchScripts, type Page } from './script-fault.ts';

interface ReportsParts {
  readonly page: Page;
  readonly path: () => string;
  readonly events: Pick<EventQueue, 'add'>;
}

/** What is told of a version that fails; canaries are taken back by it. */
export interface FailureReports {
  /** A version whose files could not be had. */
  missing(name: string, version: string, error: unknown): void;
  /** A version that threw while it was shown. */
  broken(name: string, version: string, error: unknown): void;
  /** The shell itself threw, and does not go on. */
  shellBroken(error: unknown): void;
  /** Tells of errors that nobody caught, from now on. */
  watch(target: Pick<Window, 'addEventListener'>): void;
}

export function createFailureReports({ page, path, events }: ReportsParts): FailureReports {
  const tell = (remote: string, version: string, detail: string) =>
    events.add({ name: 'ResourceFailed', detail }, { path: path(), remote, version });
  const broken = (name: string, version: string, error: unknown) =>
    tell(name, version, faultOf(error, page).detail);

  return {
    missing: (name, version, error) =>
      tell(name, version, error instanceof Error ? error.message.slice(0, 500) : 'unknown'),
    broken,
    shellBroken: (error) => broken('shell', page.shellVersion, error),
    watch: (target) =>
      watchScripts(target, page, ({ detail, remote, version }) =>
        events.add({ name: 'ScriptFailed', detail }, { path: path(), remote, version }),
      ),
  };
}
