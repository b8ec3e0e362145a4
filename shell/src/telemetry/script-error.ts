/** Where an error came from. Without its message, which may hold what the visitor typed. */
export interface ScriptErrorInfo {
  /** `TypeError /remotes/mfe-quiz/1.1.0/remote.1a2b.js:1:2345` */
  readonly detail: string;
  readonly remote?: string;
  readonly version?: string;
}

export interface Page {
  /** Scheme and host. */
  readonly origin: string;
  readonly shellVersion: string;
}

/** A script of ours in a stack, whichever browser wrote it: address, line, column. */
const ownScript = /(https?:\/\/[^\s/()@]+)(\/(?:remotes|assets)\/[\w./+-]+\.js:\d+:\d+)/g;

function placeOf(
  text: string,
  { origin, shellVersion }: Page,
): Omit<ScriptErrorInfo, 'detail'> & { place: string } {
  const [, , place = ''] = [...text.matchAll(ownScript)].find(([, host]) => host === origin) ?? [];
  const [, remote, version] = /^\/remotes\/([^/]+)\/([^/]+)\//.exec(place) ?? [];
  if (remote && version) return { place, remote, version };
  return place ? { place, remote: 'shell', version: shellVersion } : { place: 'elsewhere' };
}

/** @param address of the script with line and column, for what was thrown and is no error */
export function describeScriptError(error: unknown, page: Page, address = ''): ScriptErrorInfo {
  const isError = error instanceof Error;
  const stack = isError ? (error.stack ?? '').replace(error.message, '') : '';
  const name = isError && /^\w{1,50}$/.test(error.name) ? error.name : 'unknown';
  const { place, ...owner } = placeOf(`${stack}\n${address}`, page);
  return { detail: `${name} ${place}`.slice(0, 500), ...owner };
}

/** A page that fails for ever tells no more often than this. */
const maxErrors = 10;

/** Tells of errors that nobody caught. */
export function captureUncaughtErrors(
  target: Pick<Window, 'addEventListener'>,
  page: Page,
  report: (info: ScriptErrorInfo) => void,
): void {
  let left = maxErrors;
  const capture = (error: unknown, source?: string) => {
    if (left-- > 0) report(describeScriptError(error, page, source));
  };
  target.addEventListener('error', ({ error, filename, lineno, colno }) =>
    capture(error, `${filename}:${lineno}:${colno}`),
  );
  target.addEventListener('unhandledrejection', ({ reason }) => capture(reason));
}
