import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

const checkEveryMs = 200;

/** The result of one attempt. `unsent`: the replica did not receive the request. `broken`: it may have, but did not respond. */
type Outcome = 'answered' | 'unsent' | 'broken';

/**
 * A load balancer in front of the replicas. It checks each replica as `compose.yaml` does, distributes requests among the
 * ready ones in turn, and tries the next one if a replica is unreachable or breaks off a request that is safe to repeat.
 */
export async function startBalancer(port: number, replicaPorts: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  let turn = 0;

  const check = async (replica: number) => {
    const response = await fetch(`http://127.0.0.1:${replica}/readyz?exclude=database`, {
      signal: AbortSignal.timeout(1000),
    }).catch(() => null);
    if (response?.ok) ready.add(replica);
    else ready.delete(replica);
  };
  const checkAll = () => Promise.all(replicaPorts.map(check));
  await checkAll();
  const checks = setInterval(() => void checkAll(), checkEveryMs);

  function pass(replica: number, from: IncomingMessage, body: Buffer, to: ServerResponse): Promise<Outcome> {
    return new Promise((resolve) => {
      const headers = { ...from.headers, 'x-forwarded-for': from.socket.remoteAddress, connection: 'close' };
      let isConnected = false;
      const sending = request({
        host: '127.0.0.1',
        port: replica,
        method: from.method,
        path: from.url,
        headers,
        agent: false,
      });
      sending.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
      sending.once('error', () => resolve(isConnected ? 'broken' : 'unsent'));
      sending.once('response', (response) => {
        to.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'keep-alive' });
        response.pipe(to);
        response.once('error', () => to.destroy());
        resolve('answered');
      });
      sending.end(body);
    });
  }

  const server = createServer(async (from, to) => {
    const body = await buffer(from);
    const mayRepeat = ['GET', 'HEAD'].includes(from.method ?? '');
    const order = replicaPorts.map((_, at) => replicaPorts[(turn + at) % replicaPorts.length] ?? 0);
    turn++;
    for (const replica of order.filter((one) => ready.has(one))) {
      const outcome = await pass(replica, from, body, to);
      if (outcome === 'answered') return;
      ready.delete(replica);
      if (outcome === 'broken' && !mayRepeat) break;
    }
    to.writeHead(502).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      clearInterval(checks);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
