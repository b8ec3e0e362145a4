import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import Koa from 'koa';

import { createLog } from '../log.ts';
import { errorHandler } from './errors.ts';
import { createLoadShedder } from './load-shedder.ts';
import { listen } from './server.ts';

/** A service in which all requests are analytics, and one may be in flight. */
function startWithOneAllowed() {
  const { count, shed } = createLoadShedder({ maxInFlight: 1 });
  const app = new Koa();
  app
    .use(errorHandler(createLog('silent')))
    .use(count)
    .use(shed);
  app.use((ctx) => {
    ctx.body = 'done';
  });
  return listen(app, 0, '127.0.0.1');
}

it('rejects only analytics while too many requests are in flight', async () => {
  const load = createLoadShedder({ maxInFlight: 2 });
  const waiting: (() => void)[] = [];
  let arrived: () => void = () => undefined;
  const app = new Koa();
  app.use(errorHandler(createLog('silent'))).use(load.count);
  app.use(async (ctx, next) => {
    if (ctx.path !== '/slow') return next();
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      arrived();
    });
    ctx.body = 'done';
  });
  app.use((ctx, next) => (ctx.path === '/events' ? load.shed(ctx, next) : next()));
  app.use((ctx) => {
    ctx.body = 'done';
  });
  const server = await listen(app, 0, '127.0.0.1');
  const status = async (path: string) => (await fetch(`${server.origin}${path}`)).status;

  expect(await status('/events')).toBe(200);
  const hasArrived = new Promise<void>((resolve) => (arrived = () => waiting.length === 2 && resolve()));
  const slow = [status('/slow'), status('/slow')];
  await hasArrived;
  const rejected = await fetch(`${server.origin}/events`);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await status('/leads')).toBe(200);
  for (const finish of waiting) finish();
  expect(await Promise.all(slow)).toEqual([200, 200]);
  expect(await status('/events')).toBe(200);
  await server.close();
});

it('does not count requests to a path on which they mostly wait', async () => {
  const load = createLoadShedder({ maxInFlight: 1, waitingPaths: ['/checkout'] });
  const waiting: (() => void)[] = [];
  let arrived: () => void = () => undefined;
  const app = new Koa();
  app.use(errorHandler(createLog('silent'))).use(load.count);
  app.use(async (ctx, next) => {
    ctx.body = 'done';
    if (ctx.path === '/events') return load.shed(ctx, next);
    return new Promise<void>((resolve) => {
      waiting.push(resolve);
      arrived();
    });
  });
  const server = await listen(app, 0, '127.0.0.1');
  const status = async (path: string) => (await fetch(`${server.origin}${path}`)).status;
  const arrivalOf = (count: number) =>
    new Promise<void>((resolve) => (arrived = () => waiting.length === count && resolve()));

  const five = arrivalOf(5);
  const pending = Array.from({ length: 5 }, () => status('/checkout'));
  await five;
  expect(await status('/events')).toBe(200);
  const six = arrivalOf(6);
  pending.push(status('/slow'));
  await six;
  expect(await status('/events')).toBe(503);
  for (const finish of waiting) finish();
  expect(await Promise.all(pending)).toEqual([200, 200, 200, 200, 200, 200]);
  await server.close();
});

it('still accepts analytics while exactly as many requests are in flight as allowed', async () => {
  const server = await startWithOneAllowed();
  expect((await fetch(server.origin)).status).toBe(200);
  await server.close();
});

it('does not count a request that failed as in flight', async () => {
  const { count, shed } = createLoadShedder({ maxInFlight: 2 });
  const app = new Koa();
  app.use(errorHandler(createLog('silent'))).use(count);
  app.use((ctx, next) => {
    if (ctx.path === '/failing') throw new Error('failed');
    return shed(ctx, next);
  });
  app.use((ctx) => {
    ctx.body = 'done';
  });
  const server = await listen(app, 0, '127.0.0.1');
  const status = async (path: string) => (await fetch(`${server.origin}${path}`)).status;
  for (let at = 0; at < 5; at++) expect(await status('/failing')).toBe(500);
  expect(await status('/events')).toBe(200);
  await server.close();
});

it.each([
  ['of a known length', 'Content-Length: 4', 'x', 'yyy'],
  ['in chunks', 'Transfer-Encoding: chunked', '1\r\nx\r\n', '3\r\nyyy\r\n0\r\n\r\n'],
])('counts a request with a body %s only once all of it has arrived', async (_, header, start, rest) => {
  const { count, shed } = createLoadShedder({ maxInFlight: 1 });
  const arrivals: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const nextOf = (queue: (() => void)[]) => new Promise<void>((resolve) => queue.push(resolve));
  const app = new Koa();
  app.use(errorHandler(createLog('silent'))).use(count);
  app.use(async (ctx, next) => {
    if (ctx.path !== '/slow') return next();
    const body = text(ctx.req);
    arrivals.shift()?.();
    await body;
    arrivals.shift()?.();
    await nextOf(waiting);
    ctx.body = 'done';
  });
  app.use(shed);
  app.use((ctx) => {
    ctx.body = 'done';
  });
  const server = await listen(app, 0, '127.0.0.1');
  const { hostname, port } = new URL(server.origin);
  const events = async () => (await fetch(`${server.origin}/events`)).status;

  const began = [nextOf(arrivals), nextOf(arrivals)];
  const sockets = ['a', 'b'].map(() => {
    const socket = connect(Number(port), hostname);
    socket.write(`POST /slow HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${header}\r\n\r\n${start}`);
    return socket;
  });
  await Promise.all(began);
  expect(await events()).toBe(200);

  const ended = [nextOf(arrivals), nextOf(arrivals)];
  for (const socket of sockets) socket.write(rest);
  await Promise.all(ended);
  expect(await events()).toBe(503);

  for (const finish of waiting) finish();
  await Promise.all(sockets.map((socket) => text(socket)));
  expect(await events()).toBe(200);
  await server.close();
});

it('does not count a request whose body arrives after its response', async () => {
  const server = await startWithOneAllowed();
  const { hostname, port } = new URL(server.origin);
  for (let at = 0; at < 3; at++) {
    const socket = connect(Number(port), hostname);
    socket.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\n');
    await once(socket, 'data');
    // The second response is sent only after the first one's body has been read.
    socket.write('bodyGET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  }
  await server.close();
});
