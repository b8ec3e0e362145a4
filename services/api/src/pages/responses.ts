import type { Context } from 'koa';

import type { PublishedFile } from './published-files.ts';

/** A short text. As any answer that does not say otherwise it is `no-store`: a missing script must not be remembered. */
export function sendText(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `${text}\n`;
}

/**
 * A published file is a subresource of our pages and nothing else. Opened as a document, whatever it holds, it runs and
 * loads nothing and has an origin of its own. The policy of a script, style or image does not concern the page that loads it.
 */
const inert = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

export function sendFile(ctx: Context, file: PublishedFile | null, cacheControl: string): void {
  ctx.set(inert);
  if (!file) return sendText(ctx, 404, 'There is no such file.');
  const brotli = ctx.acceptsEncodings('br', 'identity') === 'br' ? file.brotli : null;
  ctx.set('Cache-Control', cacheControl);
  // Pages load them with crossorigin and integrity, and remotes may be tried out on another origin.
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', `"${file.integrity}${brotli ? '-br' : ''}"`);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (brotli) ctx.set('Content-Encoding', 'br');
  ctx.body = brotli ?? file.plain;
  ctx.type = file.type;
}
