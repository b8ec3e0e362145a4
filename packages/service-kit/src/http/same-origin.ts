import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

/**
 * Rejects calls that a browser makes for another site's page (`foreign-origin`). Neither Sec-Fetch-Site nor Origin may name
 * another site, and pages can set neither. A caller without both is not a browser and has no visitor's cookies. Because our pages
 * send no referrer, browsers replace the origin of some of their requests by `null`.
 */
export function sameOrigin(publicOrigin: string | undefined): Middleware {
  return async (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    // The host as sent, because a forwarded host header cannot be trusted.
    const { host } = ctx.req.headers;
    const own = publicOrigin ? [publicOrigin] : [`http://${host}`, `https://${host}`];
    const isOwnSite = ['', 'same-origin', 'none'].includes(site);
    const isOwnOrigin =
      origin === '' || own.includes(origin) || (origin === 'null' && site === 'same-origin');
    if (!isOwnSite || !isOwnOrigin) throw problem('foreign-origin');
    await next();
  };
}
