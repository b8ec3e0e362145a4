import type { Context } from 'koa';

import { problem } from '../problem.ts';

/**
 * Refuses a call that changes something (`foreign-origin`) unless a page of the given origin sends it. A caller that
 * sends neither Origin nor Sec-Fetch-Site is no browser; with a cookie, Origin is needed.
 */
export function requireOwnOrigin(ctx: Context, origin: string, { hasCookie }: { hasCookie: boolean }): void {
  const sent = ctx.get('Origin');
  const site = ctx.get('Sec-Fetch-Site');
  const isOwn = sent === origin && (site === '' || site === 'same-origin');
  const isNoBrowser = !hasCookie && sent === '' && site === '';
  if (!isOwn && !isNoBrowser)
    throw problem('foreign-origin', { detail: `This call is for pages of ${origin}.` });
}
