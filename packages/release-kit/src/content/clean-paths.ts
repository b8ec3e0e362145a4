/** First path segments that belong to the service itself. */
const reservedSegments = new Set([
  'api',
  'remotes',
  'assets',
  'console',
  'healthz',
  'readyz',
  'metrics',
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'brand',
  'robots.txt',
]);

const isDots = (segment: string) => /^\.+$/.test(segment);

/** A file's path inside a build: relative, without dot segments, empty segments or characters that need escaping. */
export const isCleanFilePath = (path: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split('/').some(isDots);

/** A page path: absolute, canonical, and not reserved by the service. */
export function isCleanPagePath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || (/^(\/[a-z0-9-]+)+$/.test(path) && !reservedSegments.has(first));
}
