import { once } from 'node:events';
import type { Server } from 'node:http';

/** Resolves to the server's URL once it listens. Port 0 selects any free port. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on a port.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
