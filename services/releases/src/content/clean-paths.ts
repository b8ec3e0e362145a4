/** First segments of the addresses that belong to the service itself. */
const reservedSegments = new Set([
  'api',
  'remotes',
  'assets',
  'console',
  'healthz',
  'readyz',
  'metrics',
  'favicon.svg',
  'robots.txt',
]);

const isDots = (segment: string) => /^\.+$/.test(segment);

/** A file's path inside a build: relative, without dot segments, empty segments or anything that needs an escape. */
export const isCleanFilePath = (path: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.split('/').some(isDots);

/** A path of the product's own pages: absolute, in its one spelling, and none of the service's own addresses. */
export function isCleanPagePath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || (/^(\/[a-z0-9-]+)+$/.test(path) && !reservedSegments.has(first));
}
