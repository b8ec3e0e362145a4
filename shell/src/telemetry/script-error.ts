/** The origin of an error, without its message, which may contain what the visitor typed. */
export interface ScriptErrorInfo {
  /** Name, file, line and column: `TypeError /remotes/mfe-quiz/1.1.0/remote.1a2b.js:1:2345`. At most 500 characters. */
  readonly detail: string;
  readonly remote?: string;
  readonly version?: string;
}

export interface Page {
  /** Scheme, host and port of where this product's scripts are. */
  readonly origins: readonly string[];
  readonly shellVersion: string;
}

/** A script of this product in a stack of any browser: URL, line and column. */
const ownScript = /(https?:\/\/[^\s/()@]+)(\/(?:remotes|assets)\/[\w./+-]+\.js:\d+:\d+)/g;

function locate(
  text: string,
  { origins, shellVersion }: Page,
): Omit<ScriptErrorInfo, 'detail'> & { position: string } {
  const [, , position = ''] =
    [...text.matchAll(ownScript)].find(([, host = '']) => origins.includes(host)) ?? [];
  const [, remote, version] = /^\/remotes\/([^/]+)\/([^/]+)\//.exec(position) ?? [];
  if (remote && version) return { position, remote, version };
  return position ? { position, remote: 'shell', version: shellVersion } : { position: 'elsewhere' };
}

/**
 * Describes an error by its name and its first script of this product.
 * @param scriptUrl URL of the script with line and column, used if the thrown value is not an `Error`
 */
export function describeScriptError(error: unknown, page: Page, scriptUrl = ''): ScriptErrorInfo {
  const isError = error instanceof Error;
  const stack = isError ? (error.stack ?? '').replace(error.message, '') : '';
  const name = isError && /^\w{1,50}$/.test(error.name) ? error.name : 'unknown';
  const { position, ...owner } = locate(`${stack}\n${scriptUrl}`, page);
  return { detail: `${name} ${position}`.slice(0, 500), ...owner };
}

/** Limits the reports of a page that fails in a loop. */
const maxErrors = 10;

/** Reports uncaught errors and unhandled rejections, at most ten per page. */
export function captureUncaughtErrors(
  target: Pick<Window, 'addEventListener'>,
  page: Page,
  report: (info: ScriptErrorInfo) => void,
): void {
  let remaining = maxErrors;
  const capture = (error: unknown, source?: string) => {
    if (remaining-- > 0) report(describeScriptError(error, page, source));
  };
  target.addEventListener('error', ({ error, filename, lineno, colno }) =>
    capture(error, `${filename}:${lineno}:${colno}`),
  );
  target.addEventListener('unhandledrejection', ({ reason }) => capture(reason));
}
