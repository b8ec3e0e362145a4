import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';

import Koa from 'koa';

import { listen } from './server.ts';

/** A server that says when a request has `arrived`, and answers it on `end`. */
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

async function open(origin: string, begun: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(begun);
  return socket;
}

it('is closed when every request has its answer', async () => {
  const { origin, close, events } = await startSlow();
  const arrived = once(events, 'arrived');
  const answer = fetch(origin);
  await arrived;
  const closed = close();
  events.emit('end');
  expect(await (await answer).text()).toBe('done');
  await closed;
});

it.each([
  ['says nothing', ''],
  ['stops in the middle', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Le'],
])('is closed in the end though a caller %s', async (_, begun) => {
  const { origin, close } = await startSlow();
  const socket = await open(origin, begun);
  const cut = once(socket, 'close');
  await close(100);
  await cut;
  await expect(fetch(origin)).rejects.toThrow();
});
