import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type Koa from 'koa';

import { configFault } from '../config.ts';

export interface RunningServer {
  /** `http://127.0.0.1:3000`, with the port that was really taken. */
  readonly origin: string;
  /** Takes no new connection, and resolves when every request has its answer, or after `longestMs`: callers may be silent. */
  close(longestMs?: number): Promise<void>;
}

const isInternet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Listens (`ConfigError` where the port is taken), with limits that keep a slow or greedy client from holding on to what others need. */
export async function listen(
  app: Koa,
  port: number,
  host: string,
  { setting = 'PORT' }: { readonly setting?: 'PORT' | 'OPERATOR_PORT' } = {},
): Promise<RunningServer> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 8192 },
    app.callback(),
  );
  server.maxConnections = 4096;
  server.listen(port, host);
  await once(server, 'listening').catch((cause) => {
    throw cause.code === 'EADDRINUSE' ? configFault(setting, `${port} on ${host} is taken`) : cause;
  });
  const address = server.address();
  if (!isInternet(address)) throw new Error('no port to listen on');
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    origin: `http://${name}:${address.port}`,
    close: async (longestMs = 12_000) => {
      const closed = once(server, 'close');
      server.close();
      const timer = setTimeout(() => server.closeAllConnections(), longestMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
