import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import Koa from 'koa';

import { ConfigError } from '../settings.ts';
import { listen } from './server.ts';

/** Starts a server that emits `arrived` for a request and responds on `end`. */
async function startSlow() {
  const app = new Koa();
  const events = new EventEmitter();
  app.use(async (ctx) => {
    events.emit('arrived');
    await once(events, 'end');
    ctx.body = 'done';
  });
  return { ...(await listen(app, 0, '127.0.0.1')), events };
}

async function open(origin: string, begun: string, localAddress = '127.0.0.1') {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(begun);
  return socket;
}

it.each([
  ['http://[bad', 400],
  ['http://', 400],
  ['http://[::1]:99999/', 400],
  ['path', 400],
  ['a://b', 400],
  ['foo://?x', 400],
  ['//%@/#', 400],
  ['/path#fragment', 400],
  ['http://%2f%@example.com', 400],
  ['http://user@example.com/path', 400],
  ['http:example.com', 400],
  ['http://"/', 400],
  ['*', 200],
  ['//', 200],
  ['//%@/', 200],
  ['/%', 200],
  ['http://example.com/path', 200],
  ['http://example.com?x=@', 200],
])('answers the request target %s with %i', async (target, status) => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.body = ctx.path;
  });
  const { origin, close } = await listen(app, 0, '127.0.0.1');
  const socket = await open(
    origin,
    `GET ${target} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`,
  );
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  await close();
});

it.each([
  ['example.com', 200],
  ['[::1]:3000', 200],
  ['', 400],
  ['%', 400],
  ['a b', 400],
  ['[', 400],
  ['example.com:99999', 400],
  ['user@example.com', 400],
  ['example.com/path', 400],
])('answers the host %s with %i', async (host, status) => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.body = ctx.path;
  });
  const { origin, close } = await listen(app, 0, '127.0.0.1');
  const socket = await open(origin, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  await close();
});

it.each(['b.example', 'a.example'])(
  'answers a request with the two hosts a.example and %s with 400',
  async (host) => {
    const { origin, close } = await listen(new Koa(), 0, '127.0.0.1');
    const socket = await open(origin, `GET / HTTP/1.1\r\nHost: a.example\r\nhost: ${host}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    await close();
  },
);

it('closes the connection of a request whose host is none', async () => {
  const { origin, close } = await listen(new Koa(), 0, '127.0.0.1');
  const socket = await open(origin, 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*^Connection: close\r$/ms);
  await close();
});

it.each([
  ['PORT', undefined],
  ['PAYMENT_PORT', 'PAYMENT_PORT'],
])('names %s if its port is in use', async (name, setting) => {
  const { origin, close } = await listen(new Koa(), 0, '127.0.0.1');
  const { port } = new URL(origin);
  await expect(
    listen(new Koa(), Number(port), '127.0.0.1', setting === undefined ? {} : { setting }),
  ).rejects.toThrow(
    new ConfigError(
      `${name}: port ${port} is in use. Stop the program that listens there, or set ${name} to another port.`,
    ),
  );
  await close();
});

it.each(['192.0.2.1', 'no.such.host.invalid', '127.0.0.1.5'])(
  'names the setting if the host %s is not of this machine',
  async (host) => {
    await expect(listen(new Koa(), 0, host)).rejects.toThrow(
      new ConfigError(`HOST: this machine has no address "${host}" to listen on. Example: HOST=127.0.0.1`),
    );
    await expect(listen(new Koa(), 0, host, { setting: 'OPERATOR_PORT' })).rejects.toThrow(
      /^OPERATOR_HOST: /,
    );
  },
);

it('closes after every request has its response', async () => {
  const { origin, close, events } = await startSlow();
  const arrived = once(events, 'arrived');
  const response = fetch(origin);
  await arrived;
  const closed = close();
  events.emit('end');
  expect(await (await response).text()).toBe('done');
  await closed;
});

it.each([
  // Visitors connect themselves, or a proxy does, which keeps idle connections for up to a minute.
  [false, 'timeout=5'],
  [true, 'timeout=75'],
])('keeps an idle connection, behind a proxy (%j) for longer than the proxy: %s', async (proxy, expected) => {
  const app = new Koa({ proxy });
  app.use((ctx) => {
    ctx.body = '';
  });
  const { origin, close } = await listen(app, 0, '127.0.0.1');
  expect((await fetch(origin)).headers.get('keep-alive')).toContain(expected);
  await close();
});

it.each([
  ['sends nothing', ''],
  ['stops in the header', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Le'],
])('closes after the timeout if a client %s', async (_, begun) => {
  const { origin, close } = await startSlow();
  const socket = await open(origin, begun);
  const cut = once(socket, 'close');
  await close(100);
  await cut;
  await expect(fetch(origin)).rejects.toThrow();
});

it('closes after the timeout although a request has no response', async () => {
  const { origin, close, events } = await startSlow();
  const arrived = once(events, 'arrived');
  const cut = expect(fetch(origin)).rejects.toThrow();
  await arrived;
  await close(100);
  await cut;
});

it('waits twelve seconds for the last responses', async () => {
  const { origin, close, events } = await startSlow();
  const arrived = once(events, 'arrived');
  const cut = expect(fetch(origin)).rejects.toThrow();
  await arrived;
  const others = [
    'nextTick',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
    'Date',
    'performance',
  ] as const;
  jest.useFakeTimers({ doNotFake: [...others] });
  const closed = close();
  jest.advanceTimersByTime(11_999);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  await closed;
  await cut;
});

it('gives a client ten seconds for the headers and between two packets, and 15 for a whole request', async () => {
  const app = new Koa();
  const servers: unknown[] = [];
  app.use((ctx) => {
    servers.push('server' in ctx.req.socket && ctx.req.socket.server);
    ctx.body = '';
  });
  const { origin, close } = await listen(app, 0, '127.0.0.1');
  await fetch(origin);
  expect(servers).toMatchObject([{ headersTimeout: 10_000, requestTimeout: 15_000, timeout: 10_000 }]);
  await close();
});

describe('connection limits', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const bigBytes = 64 * 1024 * 1024;
  type Limits = Parameters<typeof listen>[3];
  /**
   * Responds to `/big` with more bytes than a connection buffers, to `/slow` after 1.5 s, and to everything else at
   * once.
   */
  async function start(limits: Limits, { proxy = false } = {}) {
    const app = new Koa({ proxy });
    const events = new EventEmitter();
    const big = Buffer.alloc(bigBytes);
    app.on('error', () => undefined);
    app.use(async (ctx) => {
      const response: ServerResponse = ctx.res;
      events.emit('request', response);
      if (ctx.path === '/slow') await new Promise((resolve) => setTimeout(resolve, 1500));
      if (ctx.method === 'POST') for await (const _ of ctx.req);
      ctx.body = ctx.path === '/big' ? big : 'done';
    });
    const server = await listen(app, 0, '127.0.0.1', limits);
    closing.push(() => server.close(0));
    return { ...server, events };
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  async function closed(socket: ReturnType<typeof connect>) {
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
  }

  it('end a response that the client does not read', async () => {
    // Longer than a busy machine takes to receive the request: otherwise the limit would end the connection before it.
    const { origin, events } = await start({ idleTimeoutMs: 2000 });
    const begun = once(events, 'request');
    const socket = await open(origin, get('/big'));
    socket.pause();
    const [response] = await begun;
    await once(response, 'close');
    await closed(socket);
    expect(socket.bytesRead).toBeLessThan(bigBytes);
  });

  it('end a response that the client reads too slowly', async () => {
    const { origin, events } = await start({ idleTimeoutMs: 60_000, maxReadMs: 200 });
    const begun = once(events, 'request');
    const socket = await open(origin, get('/big'));
    socket.pause();
    const drops = setInterval(() => socket.read(1024), 10);
    const [response] = await begun;
    await once(response, 'close');
    clearInterval(drops);
    await closed(socket);
    expect(socket.bytesRead).toBeLessThan(bigBytes);
  });

  it('allow the service to take longer than a client', async () => {
    // A third of what the service takes, and more than a busy machine takes to send and read a few bytes.
    const { origin } = await start({ idleTimeoutMs: 500, maxReadMs: 500 });
    expect(await (await fetch(`${origin}/slow`)).text()).toBe('done');
  });

  it('do not cut a response because the client has read an earlier one', async () => {
    const { origin } = await start({ idleTimeoutMs: 60_000, maxReadMs: 500 });
    const socket = await open(origin, get('/'));
    const received = async () => String((await once(socket, 'data'))[0]);
    expect(await received()).toMatch(/^HTTP\/1.1 200 /);
    const ended = once(socket, 'close').then(() => 'cut');
    socket.write(get('/slow'));
    expect(await Promise.race([received(), ended])).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  // The other limit is far away, so that a busy machine cannot change which limit applies.
  const slowRequest = { headersTimeoutMs: 100, requestTimeoutMs: 100, idleTimeoutMs: 60_000 };
  const idleBody = { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000, idleTimeoutMs: 100 };
  const partOfBody = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na';
  it.each([
    ['sends nothing', '', slowRequest, /^HTTP\/1.1 408 /],
    ['stops in the header', 'GET / HTTP/1.1\r\nHo', slowRequest, /^HTTP\/1.1 408 /],
    ['does not finish the body in time', partOfBody, slowRequest, /^HTTP\/1.1 408 /],
    ['stops in the body', partOfBody, idleBody, /^$/],
  ])('close the connection of a client that %s', async (_, begun, slow, expected) => {
    const { origin } = await start(slow);
    const socket = await open(origin, begun);
    let response = '';
    socket.on('data', (data) => (response += data));
    await once(socket, 'close');
    expect(response).toMatch(expected);
  });

  it('replace the connection that has waited longest with a new one', async () => {
    const { origin } = await start({ maxConnections: 3 });
    const silent = [await open(origin, ''), await open(origin, ''), await open(origin, '')];
    const [first, second] = silent;
    if (!first || !second) throw new Error('no sockets');
    const ended = closed(first);
    const visitor = await open(origin, get('/'));
    await ended;
    expect(String((await once(visitor, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    // The next connection replaces the next silent one, not the one that was just served.
    const next = closed(second);
    await open(origin, '');
    await next;
    visitor.write(get('/'));
    expect(String((await once(visitor, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    for (const socket of [...silent, visitor]) socket.destroy();
  });

  it('do not close a connection while its request is being processed', async () => {
    const { origin, events } = await start({ maxConnections: 1 });
    const begun = once(events, 'request');
    const response = fetch(`${origin}/slow`);
    await begun;
    await closed(await open(origin, ''));
    expect(await (await response).text()).toBe('done');
  });

  it('apply to each IP', async () => {
    const { origin } = await start({ maxConnectionsPerIp: 2 });
    const other = await open(origin, '', '127.0.0.3');
    const first = await open(origin, '', '127.0.0.2');
    const ended = closed(first);
    const more = [await open(origin, '', '127.0.0.2'), await open(origin, '', '127.0.0.2')];
    await ended;
    for (const socket of [other, ...more]) {
      socket.write(get('/'));
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
      socket.destroy();
    }
  });

  it('do not apply to the IP of our own proxy', async () => {
    const { origin } = await start({}, { proxy: true });
    const sockets = await Promise.all(Array.from({ length: 250 }, () => open(origin, '', '127.0.0.2')));
    for (const socket of sockets) {
      socket.write(get('/'));
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
      socket.destroy();
    }
  });

  it('close a connection that pipelines too many requests, and handle only the first ones', async () => {
    const { origin, events } = await start({ maxPipelined: 4 });
    let handled = 0;
    events.on('request', () => handled++);
    await closed(await open(origin, get('/slow').repeat(1000)));
    expect(handled).toBe(4);
    const visitor = await open(origin, get('/').repeat(4));
    expect(String((await once(visitor, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    visitor.destroy();
  });
});
