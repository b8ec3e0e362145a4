import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { consoleEndpoints } from '@funnel/contracts/operator-endpoints';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';

import { sendText } from './responses.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Allows only the console's own files and the service. Styles come from files. Styles that dialogs set on elements by
 * script need no permission.
 */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `frame-src 'self'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const documentHeaders = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'X-Robots-Tag': 'noindex, nofollow',
};

const readIfExists = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

/** Serves the built operators' console from the folder. Names of files contain their hash, except for the document. */
export function consoleRoutes(folder: string): PublicHandlers<keyof typeof consoleEndpoints> {
  return {
    async consoleFile(ctx) {
      const { file = '' } = ctx.params;
      const type = /^[\w-][\w.-]*$/.test(file) ? types[extname(file)] : undefined;
      const body = type ? await readIfExists(join(folder, file)) : null;
      if (!type || !body) return sendText(ctx, 404, 'There is no such file.');
      const brotli =
        ctx.acceptsEncodings('br', 'identity') === 'br'
          ? await readIfExists(join(folder, `${file}.br`))
          : null;
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.vary('Accept-Encoding');
      if (brotli) ctx.set('Content-Encoding', 'br');
      ctx.body = brotli ?? body;
      ctx.type = type;
    },

    async consoleDocument(ctx) {
      const document = await readIfExists(join(folder, 'index.html'));
      if (!document) return sendText(ctx, 503, 'The console has not been built: npm run build -- console');
      ctx.set(documentHeaders);
      ctx.body = document;
      ctx.type = 'text/html; charset=utf-8';
    },
  };
}
