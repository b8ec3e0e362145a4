import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';

import type { PublicEndpoint } from '@funnel/contracts/endpoint';
import Koa from 'koa';

import { problem } from '../problem.ts';
import { acceptRequest } from './accepted-request.ts';
import { createPublicRouter, type PublicHandlers } from './endpoint-router.ts';
import { errorHandler } from './errors.ts';
import { withoutDatabase } from './koa-server.testkit.ts';
import { createFailureLimit } from './rate-limit.ts';
import { listen, type RunningServer } from './server.ts';

const lead = { caller: 'anyone', rate: 'leads' } as const;
// Their limits are those of one class, so they count together.
const table = {
  accepting: { ...lead, method: 'POST', path: '/accepting' },
  unread: { ...lead, method: 'POST', path: '/unread' },
  reading: { ...lead, method: 'GET', path: '/reading' },
  failing: { ...lead, method: 'POST', path: '/failing' },
  own: { ...lead, caller: 'visitor', method: 'POST', path: '/own' },
} as const satisfies Record<string, PublicEndpoint>;

let now = 0;
let server: RunningServer | null = null;
let handled: string[];
const events = new EventEmitter();
beforeEach(() => {
  now = 0;
  handled = [];
});
afterEach(async () => {
  await server?.close(0);
  server = null;
});

/** Starts the endpoints behind a proxy with these limits. Returns how to call them from an IP. */
async function start(config: {
  RATE_LIMIT_PER_MINUTE: number;
  RATE_LIMIT_PER_NETWORK?: number;
  RATE_LIMIT_TOTAL?: number;
}) {
  const done = (ctx: { body: unknown; path: string }) => {
    handled.push(ctx.path);
    ctx.body = 'done';
  };
  const handlers: PublicHandlers<keyof typeof table> = {
    accepting: async (ctx) => {
      events.emit('begun');
      for await (const _ of ctx.req);
      if (ctx.get('X-Refuse')) throw problem('invalid-request');
      await acceptRequest(ctx);
      // A second time, such as for a part of the body.
      await acceptRequest(ctx);
      done(ctx);
    },
    unread: done,
    reading: (ctx) => {
      if (ctx.get('X-Refuse')) throw problem('invalid-request');
      done(ctx);
    },
    failing: () => {
      throw problem('unavailable');
    },
    own: done,
  };
  const load = { count: () => undefined, shed: () => undefined };
  const context = { ...withoutDatabase, config, clock: () => now };
  const app = new Koa({ proxy: true });
  // Koa would print that a test has ended a connection.
  app.silent = true;
  app.use(errorHandler(withoutDatabase.log)).use(createPublicRouter(context, load, table, handlers).routes());
  const { origin } = (server = await listen(app, 0, '127.0.0.1'));
  return {
    origin,
    call: (ip: string, path: string, method = 'POST', headers: Record<string, string> = {}) =>
      fetch(origin + path, { method, headers: { 'x-forwarded-for': ip, ...headers } }),
  };
}

const statusesOf = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

it('a limit is shared by the endpoints of a class', async () => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 2 });
  expect((await call('192.0.2.1', '/accepting')).status).toBe(200);
  expect((await call('192.0.2.1', '/unread')).status).toBe(200);
  expect((await call('192.0.2.1', '/reading', 'GET')).status).toBe(429);
  expect((await call('198.51.100.1', '/reading', 'GET')).status).toBe(200);
});

it('a limit ends after a minute although the clock was set back by ten minutes', async () => {
  now = 600_000;
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 1 });
  await call('192.0.2.1', '/unread');
  const rejected = await call('192.0.2.1', '/unread');
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
  now = 0;
  expect((await call('192.0.2.1', '/unread')).status).toBe(200);
  expect((await call('192.0.2.1', '/unread')).headers.get('retry-after')).toBe('60');
  now = 60_000;
  expect((await call('192.0.2.1', '/unread')).status).toBe(200);
});

it('a rejection tells a caller the whole seconds until every exceeded limit has room again', async () => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 1, RATE_LIMIT_PER_NETWORK: 2 });
  await call('192.0.2.1', '/unread');
  now = 20_300;
  await call('192.0.2.2', '/unread');
  now = 30_600;
  // The limit of the network ends at 60 s, that of the caller at 80.3 s.
  const rejected = await call('192.0.2.2', '/accepting');
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '50']);
  expect(await rejected.json()).toMatchObject({
    code: 'too-many-requests',
    detail: 'Too many requests; try again in 50 seconds',
  });
  now = 80_299;
  expect((await call('192.0.2.2', '/accepting')).headers.get('retry-after')).toBe('1');
  now = 80_300;
  expect((await call('192.0.2.2', '/accepting')).status).toBe(200);
});

it.each([
  ['/reading', 'GET'],
  ['/reading', 'HEAD'],
  ['/accepting', 'POST'],
  ['/unread', 'POST'],
])('the total limit rejects %s (%s) before its handler has done anything', async (path, method) => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 9, RATE_LIMIT_TOTAL: 1 });
  expect((await call('192.0.2.1', '/unread')).status).toBe(200);
  expect((await call('198.51.100.1', path, method)).status).toBe(429);
  expect(handled).toEqual(['/unread']);
});

it.each(['/unread', '/accepting'])('the total limit counts a call of %s once', async (path) => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 9, RATE_LIMIT_TOTAL: 2 });
  const responses = ['192.0.2.1', '192.0.2.2'].map((ip) => call(ip, path));
  expect(await statusesOf(responses)).toEqual([200, 200]);
  expect((await call('198.51.100.1', '/reading', 'GET')).status).toBe(429);
});

it.each([
  ['/reading', 'GET'],
  ['/accepting', 'POST'],
])('the total limit does not count %s (%s) if it is rejected', async (path, method) => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 9, RATE_LIMIT_TOTAL: 1 });
  expect((await call('192.0.2.1', path, method, { 'x-refuse': 'yes' })).status).toBe(422);
  expect((await call('192.0.2.2', path, method)).status).toBe(200);
});

it('the total limit does not count calls that a browser makes for a page of another site', async () => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 9, RATE_LIMIT_TOTAL: 1 });
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await call('192.0.2.1', '/own', 'POST', foreign)).status).toBe(403);
  expect((await call('192.0.2.2', '/own')).status).toBe(200);
});

it('the total limit counts a call that fails, because it has cost work', async () => {
  const { call } = await start({ RATE_LIMIT_PER_MINUTE: 9, RATE_LIMIT_TOTAL: 1 });
  expect((await call('192.0.2.1', '/failing')).status).toBe(503);
  expect((await call('192.0.2.2', '/failing')).status).toBe(429);
});

it('the total limit does not count a body that has not arrived', async () => {
  const { origin, call } = await start({ RATE_LIMIT_PER_MINUTE: 9, RATE_LIMIT_TOTAL: 1 });
  const begun = once(events, 'begun');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('POST /accepting HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  await begun;
  expect((await call('192.0.2.1', '/accepting')).status).toBe(200);
  socket.destroy();
});

it('the limit of failures rejects a caller who has none left, and no other caller or limit', async () => {
  const context = { ...withoutDatabase, clock: () => now };
  const passwords = createFailureLimit(context, { name: 'passwords', perMinute: 2 });
  const codes = createFailureLimit(context, { name: 'codes', perMinute: 2 });
  await passwords.countFailure('192.0.2.1');
  passwords.requireUnblocked('192.0.2.1');
  await passwords.countFailure('192.0.2.1');
  expect(() => passwords.requireUnblocked('192.0.2.1')).toThrow(
    expect.objectContaining({ code: 'too-many-requests', retryAfterSeconds: 60 }),
  );
  await expect(passwords.countFailure('192.0.2.1')).rejects.toMatchObject({ code: 'too-many-requests' });
  passwords.requireUnblocked('198.51.100.1');
  await passwords.countFailure('198.51.100.1');
  codes.requireUnblocked('192.0.2.1');
  await codes.countFailure('192.0.2.1');
});
