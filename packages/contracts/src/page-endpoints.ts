import type { PublicEndpoint } from './endpoint.ts';

const page = <Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, caller: 'visitor', rate: 'unlimited' }) as const satisfies PublicEndpoint;

/** What the visitors' listener serves outside `/api`, in the order in which paths are tried. */
export const pageEndpoints = {
  remoteFile: page('/remotes/:name/:version/*path'),
  shellFile: page('/assets/:version/*path'),
  noRemoteFile: page('/remotes{/*path}'),
  noShellFile: page('/assets{/*path}'),
  robots: page('/robots.txt'),
  favicon: page('/favicon.svg'),
  consoleRedirect: page('/console{/*path}'),
  document: page('/{*path}'),
} as const satisfies Record<string, PublicEndpoint>;
