import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type Koa from 'koa';

import { SettingError } from '../settings.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';

export interface RunningServer {
  /** `http://127.0.0.1:3000`, with the port that was really taken. */
  readonly origin: string;
  /** Takes no new connection, and resolves when every request has its answer, or after `longestMs`: callers may be silent. */
  close(timeoutMs?: number): Promise<void>;
}

const isInternet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

interface ServerLimits extends ConnectionLimits {
  /** From the connection, or the end of the last request, until the header of the next one has arrived. */
  readonly headersTimeoutMs: number;
  /** Until the whole request has arrived. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stand still: a body that does not go on, a response that the client does not read. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxRequestsPerConnection: number;
}

/** Our own proxy keeps connections for many visitors, and has its own limits for them. */
const limitsFor = ({ proxy }: Koa): ServerLimits => ({
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  idleTimeoutMs: 10_000,
  maxReadMs: 120_000,
  // Longer than proxies keep connections that they do not use, so that they never send into one that is being closed.
  keepAliveTimeoutMs: proxy ? 75_000 : 5000,
  maxRequestsPerConnection: proxy ? 0 : 10_000,
  maxConnections: 4096,
  maxConnectionsPerSubscriber: proxy ? null : 200,
  // Browsers and proxies do not send ahead. Every request that waits for the one before it holds memory.
  maxPipelined: 2,
});

/** Listens (`SettingError` where the port is taken), with limits that keep slow or greedy clients from holding what others need. */
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
    // How often Node looks for connections beyond these two.
    connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: 8192,
  });
  server.timeout = limits.idleTimeoutMs;
  server.maxRequestsPerSocket = limits.maxRequestsPerConnection;
  const connections = limitConnections(server, limits);
  const handle = app.callback();
  server.on('request', (request, response) => {
    if (connections.accept(request, response)) void handle(request, response);
  });
  // Connections that come while the service is busy wait here; beyond this the system lets clients try again after seconds.
  server.listen({ port, host, backlog: 4096 });
  await once(server, 'listening').catch((cause) => {
    throw cause.code === 'EADDRINUSE' ? new SettingError(setting, `${port} on ${host} is taken`) : cause;
  });
  const address = server.address();
  if (!isInternet(address)) throw new Error('no port to listen on');
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
