import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { eventBatchSize } from '@funnel/contracts/events';

import { clientFrom, hostileAddress, type Client, type Reply } from './client.ts';

export type Counts = Readonly<Record<string, number>>;

const perAddress = 160;

/** Keeps `count` sockets open that each send `begin` and then do not read. Sockets that the service closes are replaced. */
async function holdSockets(origin: string, count: number, begin: string, holdMs: number): Promise<Counts> {
  const port = Number(new URL(origin).port);
  const sockets = new Set<Socket>();
  let [opened, connected] = [0, 0];
  let isOver = false;
  const open = (at: number) => {
    opened++;
    const localAddress = hostileAddress(Math.floor(at / perAddress));
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress,
      onread: { buffer: Buffer.alloc(1), callback: () => false },
    });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      connected++;
      if (begin) socket.write(begin);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      // The limit prevents an endless loop if the service closes sockets at once.
      if (!isOver && opened < 4 * count) setTimeout(open, 250, at).unref();
    });
  };
  for (let at = 0; at < count; at++) {
    open(at);
    if (at % 100 === 99) await pause(50);
  }
  await pause(holdMs);
  const heldAtEnd = sockets.size;
  isOver = true;
  for (const socket of sockets) socket.destroy();
  return { opened, connected, heldAtEnd };
}

export const readSlowly = (origin: string, count: number, path: string, holdMs: number): Promise<Counts> =>
  // One connection may pipeline this many requests. Most of the uncompressed responses exceed the system's buffers.
  holdSockets(origin, count, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(2), holdMs);

export const staySilent = (origin: string, count: number, holdMs: number): Promise<Counts> =>
  holdSockets(origin, count, '', holdMs);

/** The time after which a flood ends on a slow machine. */
const floodMs = 35_000;

/** Makes `count` calls, or as many as time allows, `concurrency` at a time, and counts the response statuses. */
async function flood(
  count: number,
  concurrency: number,
  call: (at: number) => Promise<Reply>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let next = 0;
  const endsAt = performance.now() + floodMs;
  const worker = async () => {
    while (next < count && performance.now() < endsAt) {
      const status = await call(next++).then(
        (reply) => String(reply.status),
        () => 'broken off',
      );
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return counts;
}

async function fromAddresses<T>(
  origin: string,
  addresses: number,
  work: (clientOf: (at: number) => Client) => Promise<T>,
): Promise<T> {
  const clients = Array.from({ length: addresses }, (_, at) => clientFrom(origin, hostileAddress(at), 10));
  const clientOf = (at: number): Client => {
    const client = clients[at % clients.length];
    if (!client) throw new Error('no client');
    return client;
  };
  try {
    return await work(clientOf);
  } finally {
    for (const client of clients) client.close();
  }
}

/** Sends event batches of the largest size that the schema allows, from a few visits. */
export const floodEvents = (origin: string, count: number): Promise<Counts> =>
  fromAddresses(origin, 20, async (clientOf) => {
    const cookies: string[] = [];
    for (let at = 0; at < 20; at++) {
      const { headers } = await clientOf(at).send({ path: '/api/config' });
      cookies.push([headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '');
    }
    const event = () => ({
      id: randomUUID(),
      name: 'PageView',
      at: Date.now(),
      path: '/',
      setId: 'set',
      contentName: 'x'.repeat(200),
      contentId: 'x'.repeat(200),
      detail: 'x'.repeat(500),
    });
    return flood(count, 64, (at) =>
      clientOf(at).send({
        method: 'POST',
        path: '/api/events',
        headers: { 'content-type': 'application/json', cookie: cookies[at % cookies.length] },
        body: JSON.stringify({ events: Array.from({ length: eventBatchSize }, event) }),
      }),
    );
  });

const junk = [
  { type: 'application/json', body: '{"email":' },
  { type: 'application/json', body: '{"a":'.repeat(5000) },
  { type: 'application/json', body: `"${'a'.repeat(200_000)}"` },
  { type: 'text/plain', body: 'a' },
  { type: 'application/json', body: '{}', site: 'cross-site' },
];

/** Sends invalid bodies to the routes that visitors use. */
export const sendJunk = (origin: string, count: number): Promise<Counts> =>
  fromAddresses(origin, 100, (clientOf) =>
    flood(count, 64, (at) => {
      const { type, body, site } = junk[at % junk.length] ?? { type: 'text/plain', body: '' };
      return clientOf(at).send({
        method: 'POST',
        path: at % 2 ? '/api/leads' : '/api/create-checkout',
        headers: { 'content-type': type, ...(site && { 'sec-fetch-site': site }) },
        body,
      });
    }),
  );

/** Uploads files that belong to no build. */
export const uploadFiles = (operatorOrigin: string, token: string, count: number): Promise<Counts> =>
  fromAddresses(operatorOrigin, 1, (clientOf) =>
    flood(count, 4, (at) => {
      const body = Buffer.from(randomBytes(384 * 1024).toString('base64'));
      const hash = createHash('sha384').update(body).digest('base64url');
      return clientOf(at).send({
        method: 'PUT',
        path: `/api/releases/files/${hash}`,
        headers: { 'content-type': 'text/javascript', authorization: `Bearer ${token}` },
        body,
      });
    }),
  );
