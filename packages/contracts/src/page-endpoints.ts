import type { PublicEndpoint } from './endpoint.ts';

const page = <Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, caller: 'visitor', rate: 'unlimited' }) as const satisfies PublicEndpoint;

/** The endpoints of the visitors' listener outside `/api`, in the order in which paths are matched. */
export const pageEndpoints = {
  remoteFile: page('/remotes/:name/:version/*path'),
  shellFile: page('/assets/:version/*path'),
  /** Responds 404 to paths below `/remotes` that name no file. */
  noRemoteFile: page('/remotes{/*path}'),
  /** Responds 404 to paths below `/assets` that name no file. */
  noShellFile: page('/assets{/*path}'),
  robots: page('/robots.txt'),
  favicon: page('/favicon.svg'),
  /** The two icons that browsers request without a link in the page. */
  faviconIco: page('/favicon.ico'),
  appleTouchIcon: page('/apple-touch-icon.png'),
  /** The web manifest with its icons, and the pictures for shared links. */
  brandFile: page('/brand/:file'),
  /** In development redirects to the console, otherwise responds 404. */
  consoleRedirect: page('/console{/*path}'),
  /** The HTML document, for all other paths. */
  document: page('/{*path}'),
} as const satisfies Record<string, PublicEndpoint>;
