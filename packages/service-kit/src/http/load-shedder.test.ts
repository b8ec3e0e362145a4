import Koa from 'koa';

import { createLog } from '../log.ts';
import { errorHandler } from './errors.ts';
import { createLoadShedder } from './load-shedder.ts';
import { listen } from './server.ts';

it('rejects only analytics while too many requests are in flight', async () => {
  const load = createLoadShedder(2);
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
  const refused = await fetch(`${server.origin}/events`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await status('/leads')).toBe(200);
  for (const finish of waiting) finish();
  expect(await Promise.all(slow)).toEqual([200, 200]);
  expect(await status('/events')).toBe(200);
  await server.close();
});

it('still accepts analytics while exactly as many requests are in flight as allowed', async () => {
  const { count, shed } = createLoadShedder(1);
  const app = new Koa();
  app
    .use(errorHandler(createLog('silent')))
    .use(count)
    .use(shed);
  app.use((ctx) => {
    ctx.body = 'done';
  });
  const server = await listen(app, 0, '127.0.0.1');
  expect((await fetch(server.origin)).status).toBe(200);
  await server.close();
});

it('does not count a request that failed as in flight', async () => {
  const { count, shed } = createLoadShedder(2);
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
