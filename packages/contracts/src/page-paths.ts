/** First path segments that belong to the service itself, besides names of files, which are no page paths: they have a dot. */
const reservedSegments = new Set([
  'api',
  'remotes',
  'assets',
  'console',
  'healthz',
  'readyz',
  'metrics',
  'brand',
]);

/** A page path: absolute, canonical, and not reserved by the service. */
export function isCleanPagePath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || (/^(\/[a-z0-9-]+)+$/.test(path) && !reservedSegments.has(first));
}
