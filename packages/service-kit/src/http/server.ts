import { once } from 'node:events';
import { createServer } from 'node:http';

import type Koa from 'koa';

import { ConfigError } from '../settings.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';

export interface RunningServer {
  /** `http://127.0.0.1:3000`, with the actual port. */
  readonly origin: string;
  /** Stops accepting connections. Resolves when every request has its response, or after `timeoutMs`. */
  close(timeoutMs?: number): Promise<void>;
}

interface ServerLimits extends ConnectionLimits {
  /** From the connection, or the end of the last request, until the header of the next request has arrived. */
  readonly headersTimeoutMs: number;
  /** Until the whole request has arrived. */
  readonly requestTimeoutMs: number;
  /** How long a connection may be idle: a body that does not continue, or a response that the client does not read. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxRequestsPerConnection: number;
}

/** Our own proxy shares connections between visitors, and has its own limits for them. */
const limitsFor = ({ proxy }: Koa): ServerLimits => ({
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  idleTimeoutMs: 10_000,
  maxReadMs: 120_000,
  // Longer than proxies keep idle connections, so that a proxy never sends into a closing one.
  keepAliveTimeoutMs: proxy ? 75_000 : 5000,
  maxRequestsPerConnection: proxy ? 0 : 10_000,
  maxConnections: 4096,
  maxConnectionsPerIp: proxy ? null : 200,
  // Browsers and proxies do not pipeline. Every waiting request holds memory.
  maxPipelined: 2,
});

/**
 * A request target (RFC 9112, section 3.2): a path, `*`, or a whole URL of HTTP, none of them with a fragment or a user. Koa's
 * parser throws at some others, and each error would be logged.
 */
const isTarget = (target = ''): boolean =>
  !target.includes('#') &&
  (target.startsWith('/') ||
    target === '*' ||
    (/^https?:\/\/[\w.:[\]-]+([/?]|$)/i.test(target) && URL.canParse(target)));

/**
 * One host with an optional port (RFC 9112, section 3.2, requires 400 for anything else). URLs are made with it, and a proxy
 * could take another one of several.
 */
const isHost = ([host, ...others]: readonly string[] = []): boolean =>
  others.length === 0 &&
  (host === undefined || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)));

/** Why a server cannot listen, by the code of the system's error, or undefined if the settings are not to blame. */
function listenFault(code: string, setting: string, port: number, host: string): string | undefined {
  const hostSetting = setting.replace('PORT', 'HOST');
  switch (code) {
    case 'EADDRINUSE':
      return `${setting}: port ${port} is in use. Stop the program that listens there, or set ${setting} to another port.`;
    case 'EACCES':
      return `${setting}: this user may not listen on port ${port}. Set ${setting} to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `${hostSetting}: this machine has no address "${host}" to listen on. Example: ${hostSetting}=127.0.0.1`;
    default:
      return undefined;
  }
}

/** Starts to listen, with limits on slow or greedy clients. Throws `ConfigError` if the port or the host cannot be used. */
export async function listen(
  app: Koa,
  port: number,
  host: string,
  { setting = 'PORT', ...changed }: Partial<ServerLimits> & { readonly setting?: string } = {},
): Promise<RunningServer> {
  const limits = { ...limitsFor(app), ...changed };
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    // How often Node checks for connections that exceed these two limits.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Twice the longest link of a campaign: its texts are in the URL, and after the first page in a cookie, too.
    maxHeaderSize: 16 * 1024,
  });
  server.timeout = limits.idleTimeoutMs;
  server.maxRequestsPerSocket = limits.maxRequestsPerConnection;
  const connections = limitConnections(server, limits);
  const handle = app.callback();
  server.on('request', (request, response) => {
    if (!connections.accept(request, response)) return;
    if (isTarget(request.url) && isHost(request.headersDistinct['host'])) void handle(request, response);
    else response.writeHead(400, { Connection: 'close' }).end();
  });
  // Connections wait here while the service is busy. Beyond it, the system makes clients retry after seconds.
  server.listen({ port, host, backlog: 4096 });
  await once(server, 'listening').catch((cause) => {
    const fault = listenFault(cause.code, setting, port, host);
    throw fault === undefined ? cause : new ConfigError(fault);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    origin: `http://${name}:${address.port}`,
    close: async (timeoutMs = 12_000) => {
      const closed = once(server, 'close');
      server.close();
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
