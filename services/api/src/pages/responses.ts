import type { Context } from 'koa';

import type { PublishedFile } from './published-files.ts';

/** Sends a short text. It is `no-store` by default, because a missing script must not be cached. */
export function sendText(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `${text}\n`;
}

/**
 * A published file is only a subresource of our pages. If it is opened as a document, it cannot run or load anything
 * and has an opaque origin. The policy of a subresource does not affect the page that loads it.
 */
const inertHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

/** These concern documents, or one request. A cache would send the id of the first request to everybody. */
const notForFiles = ['Origin-Agent-Cluster', 'X-Request-Id'];

/** Long enough to tell the versions of a file apart. Every visitor loads it with each file. */
const etagOf = ({ integrity }: PublishedFile) => integrity.slice('sha384-'.length, 'sha384-'.length + 24);

/** @param surrogateKeys by which a CDN can drop its copies of the file */
export function sendFile(
  ctx: Context,
  file: PublishedFile | null,
  cacheControl: string,
  surrogateKeys: readonly string[] = [],
): void {
  ctx.set(inertHeaders);
  if (!file) return sendText(ctx, 404, 'There is no such file.');
  // Only for a file that exists: the names of others come from the URL, and may contain what no header may.
  if (surrogateKeys.length > 0) ctx.set('Surrogate-Key', surrogateKeys.join(' '));
  const brotli = ctx.acceptsEncodings('br', 'identity') === 'br' ? file.brotli : null;
  ctx.set('Cache-Control', cacheControl);
  // Pages load files with crossorigin and integrity, and developers load remotes from another origin.
  ctx.set('Access-Control-Allow-Origin', '*');
  // They load images without it: those of remotes from a CDN, and emails, which are pages of other sites, the icon.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', `"${etagOf(file)}${brotli ? '-br' : ''}"`);
  for (const name of notForFiles) ctx.remove(name);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (brotli) ctx.set('Content-Encoding', 'br');
  ctx.body = brotli ?? file.plain;
  ctx.type = file.type;
}
