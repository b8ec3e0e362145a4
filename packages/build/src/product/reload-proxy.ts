import { createServer, request } from 'node:http';

import { createPageReloader, reloadScript } from '@funnel/remote-tools/dev/page-reloader';

export interface ReloadProxy {
  /** Reloads every open page. */
  reload(): void;
  close(): void;
}

/** A development proxy in front of the service. It adds a script to each page, which reloads it on demand. */
export function startReloadProxy(port: number, servicePort: number): ReloadProxy {
  const pages = createPageReloader();
  const server = createServer((incoming, outgoing) => {
    if (pages.respond(incoming, outgoing)) return;
    const { method, url: path } = incoming;
    // The script can only be added to an uncompressed page.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = request({ port: servicePort, host: '127.0.0.1', method, path, headers }, (response) => {
      const isPage = response.headers['content-type']?.startsWith('text/html');
      const responseHeaders = { ...response.headers };
      if (isPage) delete responseHeaders['content-length'];
      outgoing.writeHead(response.statusCode ?? 502, responseHeaders);
      response.pipe(outgoing, { end: !isPage });
      if (isPage) response.on('end', () => outgoing.end(reloadScript));
    });
    onward.on('error', () => outgoing.writeHead(502).end('The service is unreachable. See its output.'));
    incoming.pipe(onward);
  }).listen(port, '127.0.0.1');
  return { reload: pages.reload, close: () => void server.close().closeAllConnections() };
}
