import type { Context } from 'koa';

import { problem } from '../problem.ts';

/**
 * Throws `foreign-origin` unless a page of the given origin sent the call. A caller that sends neither Origin nor
 * Sec-Fetch-Site is not a browser. With a cookie, Origin is required.
 */
export function requireOwnOrigin(ctx: Context, origin: string, { hasCookie }: { hasCookie: boolean }): void {
  const sent = ctx.get('Origin');
  const site = ctx.get('Sec-Fetch-Site');
  const isOwn = sent === origin && (site === '' || site === 'same-origin');
  const isNoBrowser = !hasCookie && sent === '' && site === '';
  if (!isOwn && !isNoBrowser)
    throw problem('foreign-origin', { detail: `This call is for pages of ${origin}.` });
}
