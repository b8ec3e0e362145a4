import { Writable } from 'node:stream';

import Router from '@koa/router';
import Koa from 'koa';

import { createLog } from '../log.ts';
import { problem } from '../problem.ts';
import { errorHandler, rejectUnmatched } from './errors.ts';
import { send, serve } from './koa-server.testkit.ts';
import { listen } from './server.ts';

/** The response to an error, and what is logged. */
async function answerTo(error: Error) {
  const lines: Record<string, unknown>[] = [];
  const output = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const app = new Koa().use(errorHandler(createLog('info', output))).use(() => {
    throw error;
  });
  const { origin, close } = await listen(app, 0, '127.0.0.1');
  const { status, headers, body } = await send(origin, {});
  await close();
  return { status, headers, body: JSON.parse(body), lines };
}

it('logs an unexpected error once, with its cause, and tells the caller nothing of it', async () => {
  const { status, headers, body, lines } = await answerTo(new Error('the disk is full'));
  expect([status, body.code, headers['cache-control']]).toEqual([500, 'internal', 'no-store']);
  expect(JSON.stringify(body)).not.toContain('disk');
  expect(lines).toMatchObject([{ code: 'internal', method: 'POST', err: { message: 'the disk is full' } }]);
});

it('does not log what the caller did wrong', async () => {
  const { status, headers, lines } = await answerTo(problem('not-found'));
  expect([status, headers['cache-control'], headers['retry-after']]).toEqual([404, 'no-store', undefined]);
  expect(lines).toEqual([]);
});

it('does not log that it sheds load, which is no fault', async () => {
  const { status, headers, lines } = await answerTo(problem('unavailable', { retryAfterSeconds: 10 }));
  expect([status, headers['retry-after']]).toEqual([503, '10']);
  expect(lines).toEqual([]);
  expect((await answerTo(problem('unavailable'))).lines).toMatchObject([{ level: 50, code: 'unavailable' }]);
});

describe('a request that matches no route', () => {
  const router = new Router();
  const done = (ctx: Koa.Context) => {
    ctx.body = 'done';
  };
  router.get('/own/thing', done).put('/own/thing', done);

  async function answerToPost(path: string) {
    const { origin, close } = await serve((app) =>
      app
        .use(router.routes())
        .use(rejectUnmatched((own) => own.startsWith('/own')))
        .use(done),
    );
    const response = await send(origin, { path });
    await close();
    return response;
  }

  it('with another method receives which methods there are', async () => {
    const { status, headers } = await answerToPost('/own/thing');
    expect([status, headers.allow]).toEqual([405, 'HEAD, GET, PUT']);
  });

  it('is not found below the own path, and continues elsewhere', async () => {
    expect((await answerToPost('/own/other')).status).toBe(404);
    expect((await answerToPost('/elsewhere')).status).toBe(200);
  });
});
