import { createServer, request, type ServerResponse } from 'node:http';

export interface ReloadProxy {
  /** Reloads every open page. */
  reload(): void;
  close(): void;
}

const scriptPath = '/__reload.js';
const eventsPath = '/__reload';
const script = `new EventSource('${eventsPath}').onmessage = () => location.reload();`;

/** A development proxy in front of the service. It adds a script to each page, which reloads it on demand. */
export function startReloadProxy(port: number, servicePort: number): ReloadProxy {
  const pages = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === scriptPath) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    if (incoming.url === eventsPath) {
      outgoing
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .write('\n');
      pages.add(outgoing);
      outgoing.on('close', () => pages.delete(outgoing));
      return;
    }
    const { method, url: path } = incoming;
    // The script can only be added to an uncompressed page.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = request({ port: servicePort, host: '127.0.0.1', method, path, headers }, (response) => {
      const isPage = response.headers['content-type']?.startsWith('text/html');
      const responseHeaders = { ...response.headers };
      if (isPage) delete responseHeaders['content-length'];
      outgoing.writeHead(response.statusCode ?? 502, responseHeaders);
      response.pipe(outgoing, { end: !isPage });
      if (isPage) response.on('end', () => outgoing.end(`<script src="${scriptPath}"></script>`));
    });
    onward.on('error', () => outgoing.writeHead(502).end('The service is unreachable. See its output.'));
    incoming.pipe(onward);
  }).listen(port, '127.0.0.1');
  return {
    reload: () => {
      for (const page of pages) page.write('data: now\n\n');
    },
    close: () => void server.close().closeAllConnections(),
  };
}
