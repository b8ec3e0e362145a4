import { once } from 'node:events';
import { createServer } from 'node:http';

import { freePort } from '@funnel/service-kit/http/free-port';
import sirv from 'sirv';

export interface FolderServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the files of a folder on a free port of loopback, with `index.html` at its root. */
export async function serveFolder(folder: string): Promise<FolderServer> {
  // In development mode it looks for a file when that is requested, and lets no browser keep it.
  const server = createServer(sirv(folder, { dev: true }));
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
