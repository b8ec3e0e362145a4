import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

/**
 * Refuses calls that a browser makes for another site's page (`foreign-origin`). Sec-Fetch-Site decides, which pages
 * cannot set; for older browsers the Origin. A caller with neither is no browser, and carries nobody's cookies.
 */
export function sameOrigin(publicUrl: string | undefined): Middleware {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return async (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    // The host as sent: what a proxy forwards as the host is not to be believed.
    const { host } = ctx.req.headers;
    const isOwn = site
      ? site === 'same-origin' || site === 'none'
      : !origin || [publicOrigin, `http://${host}`, `https://${host}`].includes(origin);
    if (!isOwn) throw problem('foreign-origin');
    await next();
  };
}
