/** The origin of an error, without its message, which may contain what the visitor typed. */
interface ScriptErrorInfo {
  /**
   * Name and stack, the innermost position first: `TypeError /remotes/mfe-quiz/1.1.0/remote.1a2b.js:1:2345 < /assets/…`. At most
   * 500 characters.
   */
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

const maxPositions = 5;

function locate(
  text: string,
  { origins, shellVersion }: Page,
): Omit<ScriptErrorInfo, 'detail'> & { stack: string } {
  const positions = [...text.matchAll(ownScript)].flatMap(([, host = '', position = '']) =>
    origins.includes(host) ? position : [],
  );
  const [first = ''] = positions;
  // The script's URL usually repeats the first position of the stack, so duplicates are dropped.
  const stack = [...new Set(positions)].slice(0, maxPositions).join(' < ') || 'elsewhere';
  const [, remote, version] = /^\/remotes\/([^/]+)\/([^/]+)\//.exec(first) ?? [];
  if (remote && version) return { stack, remote, version };
  return first ? { stack, remote: 'shell', version: shellVersion } : { stack };
}

/**
 * Describes an error by its name and its stack in the scripts of this product.
 * @param scriptUrl URL of the script with line and column, used if the thrown value is not an `Error`
 */
export function describeScriptError(error: unknown, page: Page, scriptUrl = ''): ScriptErrorInfo {
  const isError = error instanceof Error;
  const thrown = isError ? (error.stack ?? '').replace(error.message, '') : '';
  const name = isError && /^\w{1,50}$/.test(error.name) ? error.name : 'unknown';
  const { stack, ...owner } = locate(`${thrown}\n${scriptUrl}`, page);
  const detail = `${name} ${stack}`;
  // A position that is cut would name another line.
  return { detail: detail.length > 500 ? detail.slice(0, 500).replace(/ < [^<]*$/, '') : detail, ...owner };
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
