import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

/**
 * Rejects calls that a browser makes for another site's page (`foreign-origin`). Sec-Fetch-Site decides, because pages
 * cannot set it. Older browsers send only Origin. A caller with neither is not a browser and has no visitor's cookies.
 */
export function sameOrigin(publicUrl: string | undefined): Middleware {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return async (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    // The host as sent, because a forwarded host header cannot be trusted.
    const { host } = ctx.req.headers;
    const isOwn = site
      ? site === 'same-origin' || site === 'none'
      : !origin || [publicOrigin, `http://${host}`, `https://${host}`].includes(origin);
    if (!isOwn) throw problem('foreign-origin');
    await next();
  };
}
