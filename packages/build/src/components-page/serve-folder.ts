import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { contentTypeOf } from '@funnel/remote-tools/files';
import { freePort } from '@funnel/service-kit/http/free-port';

export interface FolderServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the files of a folder on a free port of loopback, with `index.html` at its root. */
export async function serveFolder(folder: string): Promise<FolderServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const file = join(folder, name);
    const isFile = /^[\w.-]+$/.test(name) && existsSync(file);
    const type = isFile ? (contentTypeOf(file) ?? 'text/html; charset=utf-8') : 'text/plain';
    response.writeHead(isFile ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(isFile ? readFileSync(file) : 'not found');
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
