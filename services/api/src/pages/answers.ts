import type { Context } from 'koa';

import type { PublishedFile } from './published-files.ts';

/** A short text that no cache keeps: a missing script must be neither remembered nor HTML. */
export function answerText(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `${text}\n`;
}

export function answerFile(ctx: Context, file: PublishedFile | null, cacheControl: string): void {
  if (!file) return answerText(ctx, 404, 'There is no such file.');
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
