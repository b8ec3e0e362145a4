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

/** A page path: absolute, canonical, and not reserved by the service. */
export function isCleanPagePath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || (/^(\/[a-z0-9-]+)+$/.test(path) && !reservedSegments.has(first));
}
