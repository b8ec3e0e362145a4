import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';

import { remoteManifestSchema, type RemoteManifest } from '@funnel/contracts/release';
import {
  reportConsent,
  reportCspViolation,
  reportEvents,
  submitLead,
} from '@funnel/contracts/visitor-endpoints';
import { remoteBase } from '@funnel/release-kit/federation/released-remote';

import { createPageReloader } from './page-reloader.ts';
import {
  fetchFromProduct,
  setHeader,
  isPage,
  isSet,
  pathOf,
  type LiveProduct,
  type ProductResponse,
} from './product-reader.ts';
import { localVersion, replaceInPage, replaceInSet } from './replace-remote.ts';

/** The port cannot be used. The message says what to do. */
export class PortError extends Error {}

interface DevServerSettings {
  /** The product whose live set is shown. */
  readonly product: LiveProduct;
  /** The folder of the remote's current build. */
  readonly folder: string;
  readonly port: number;
  /** Whether requests that change something reach the product. */
  readonly allowsWrites: boolean;
}

export interface DevServer {
  /** Reloads every open page. */
  reload(): void;
  close(): void;
}

/** Writes whose response only says that they were stored. */
const acknowledged: readonly string[] = [submitLead, reportEvents, reportConsent, reportCspViolation].map(
  ({ path }) => path,
);

function respondToWrite(path: string, response: ServerResponse): void {
  if (acknowledged.includes(path)) {
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const problem = {
    type: 'about:blank',
    title: 'The service cannot do this now',
    status: 503,
    code: 'unavailable',
    detail: 'Writes do not leave this machine. Start with --allow-writes to send them.',
  };
  response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
}

/** The language of the calling page. */
const localeHeader = 'x-locale';

/** What the calling page reports in a header, such as its release set, or an empty text. */
const reported = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Sends a write as the product's own page would. */
async function forwardWrite({ origin }: LiveProduct, request: IncomingMessage): Promise<ProductResponse> {
  const { method = 'POST', url = '/', headers } = request;
  return fetchFromProduct(new URL(url, origin), {
    method,
    headers: {
      'content-type': headers['content-type'] ?? 'application/json',
      cookie: headers.cookie ?? '',
      origin,
      [setHeader]: reported(headers, setHeader),
      [localeHeader]: reported(headers, localeHeader),
    },
    body: await readText(request),
  });
}

const readManifest = (folder: string): RemoteManifest =>
  remoteManifestSchema.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')));

/** Sends a file of the local build. */
function sendLocalFile(folder: string, path: string, response: ServerResponse): void {
  const { files } = readManifest(folder);
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' })
    .end(readFileSync(join(folder, path)));
}

/** Puts the local build into a response of the product, if the response contains the set. */
function replaceRemote(live: ProductResponse, path: string, folder: string): ProductResponse {
  const isDocument = isPage(live);
  if (!isDocument && !isSet(live, path)) return live;
  const manifest = readManifest(folder);
  const text = live.body.toString();
  const body = isDocument
    ? replaceInPage(text, manifest)
    : JSON.stringify(replaceInSet(JSON.parse(text), manifest));
  // The product does not know the paths that only the local build has.
  const status = isDocument && manifest.paths.includes(path) ? 200 : live.status;
  const headers = { ...live.headers, 'cache-control': 'no-store' };
  return { ...live, status, headers, body: Buffer.from(body) };
}

/**
 * Serves a product's live set on this machine, with one remote replaced by its local build. Resolves when it listens.
 * Rejects with `PortError` if the port is in use.
 */
export async function startDevServer(settings: DevServerSettings): Promise<DevServer> {
  const { product, folder, port, allowsWrites } = settings;
  const pages = createPageReloader();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (pages.respond(request, response)) return;
    const { method = 'GET', url = '/', headers } = request;
    const path = pathOf(url);
    const base = remoteBase({ name: readManifest(folder).name, version: localVersion });
    if (path.startsWith(base)) return sendLocalFile(folder, path.slice(base.length), response);
    const isRead = method === 'GET' || method === 'HEAD';
    // A page of another site must not write through this server.
    const isForeign = headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
    if (!isRead && (!allowsWrites || isForeign)) return respondToWrite(path, response);

    const { accept = '*/*', 'accept-language': language = 'en', cookie = '' } = headers;
    const live = isRead
      ? await product.read(url, {
          accept,
          language,
          cookie: allowsWrites ? cookie : '',
          setId: reported(headers, setHeader),
        })
      : await forwardWrite(product, request);
    if (!live) {
      const text = `${product.origin} is unreachable, and ${path} was not loaded before.`;
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
      return;
    }
    const { status, headers: sent, cookies, body } = replaceRemote(live, path, folder);
    if (allowsWrites) response.setHeader('set-cookie', cookies);
    response.writeHead(status, sent).end(body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening').catch((cause) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new PortError(`Port ${port} is in use. Choose another one with --port.`);
  });
  return { reload: pages.reload, close: () => void server.close().closeAllConnections() };
}
