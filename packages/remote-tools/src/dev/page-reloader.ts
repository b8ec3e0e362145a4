import type { IncomingMessage, ServerResponse } from 'node:http';

const scriptPath = '/__reload.js';
const eventsPath = '/__reload';
const script = `new EventSource('${eventsPath}').onmessage = () => location.reload();`;

/** The element that a development server adds to each page, so that `reload` reaches it. */
export const reloadScript = `<script src="${scriptPath}"></script>`;

export interface PageReloader {
  /** Responds to the script and its connection. Returns whether the request was one of them. */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
  /** Reloads every open page. */
  reload(): void;
}

/** Reloads the pages of a development server. */
export function createPageReloader(): PageReloader {
  const pages = new Set<ServerResponse>();
  return {
    respond({ url }, response) {
      if (url === scriptPath) {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
        return true;
      }
      if (url !== eventsPath) return false;
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .write('\n');
      pages.add(response);
      response.on('close', () => pages.delete(response));
      return true;
    },
    reload() {
      for (const page of pages) page.write('data: now\n\n');
    },
  };
}
