import type { Context, Middleware } from 'koa';

import type { AppContext } from '../app-context.ts';
import { problem } from '../problem.ts';

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'no address');

/**
 * Refuses calls that a browser makes for another site's page (`foreign-origin`). Sec-Fetch-Site decides, which pages
 * cannot set; for older browsers the Origin. A caller with neither is no browser, and carries nobody's cookies.
 */
export function sameOrigin({ config }: AppContext): Middleware {
  const publicHost = config.PUBLIC_URL ? [hostOf(config.PUBLIC_URL)] : [];
  // The host as sent: what a proxy forwards as the host is not to be believed.
  const ownHosts = ({ req }: Context): string[] => [...publicHost, req.headers.host ?? ''];
  return async (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    const isOwn = site
      ? site === 'same-origin' || site === 'none'
      : !origin || ownHosts(ctx).includes(hostOf(origin));
    if (!isOwn) throw problem('foreign-origin');
    await next();
  };
}
