import { parseQueryInLinearTime } from './linear-query.ts';
import { send, serve } from './koa-server.testkit.ts';
import type { RunningServer } from './server.ts';

describe('the query of a request', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serve((app) => {
      parseQueryInLinearTime(app);
      app.use((ctx) => {
        ctx.body = Object.entries(ctx.query);
      });
    });
  });
  afterAll(() => server.close());

  it.each([
    ['/', []],
    ['/?', []],
    [
      '/?a=1&b=two%20words&c',
      [
        ['a', '1'],
        ['b', 'two words'],
        ['c', ''],
      ],
    ],
    [
      '/?a=1&b=2&a=3&a=',
      [
        ['a', ['1', '3', '']],
        ['b', '2'],
      ],
    ],
    [
      '/?__proto__=1&constructor=2',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    ],
  ])('of %s has each parameter once, and every value of a repeated one', async (path, parameters) => {
    const { body } = await send(server.origin, { path });
    expect(JSON.parse(body)).toEqual(parameters);
  });

  it('is read again after the URL of the request has changed', async () => {
    const other = await serve((app) => {
      parseQueryInLinearTime(app);
      app.use((ctx) => {
        const before = ctx.query['a'];
        ctx.url = '/?a=2';
        ctx.body = [before, ctx.query['a']];
      });
    });
    const { body } = await send(other.origin, { path: '/?a=1' });
    await other.close();
    expect(JSON.parse(body)).toEqual(['1', '2']);
  });
});
