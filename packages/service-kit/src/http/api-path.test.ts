import { isApiPath, requireCanonicalApiPath } from './api-path.ts';
import { send, serve } from './koa-server.testkit.ts';

it.each([
  '/api',
  '/api/leads',
  '/API/leads',
  '//api/leads',
  '/./api/leads',
  '/offers/../api/leads',
  '/../api/leads',
  '\\api\\leads',
  '/%61pi/leads',
  '/%2561pi/leads',
  '/%252561pi/leads',
  '/api;version=1/leads',
  '/api;version=1\n2/leads',
  '/ api /leads',
  '/%20api/leads',
  '/api%00.html',
  '/%zz/../api/leads',
])('takes %j for a path that a proxy could read as one under /api', (path) => {
  expect(isApiPath(path)).toBe(true);
});

it.each([
  '/',
  '/apis',
  '/offers/api',
  '/api/..',
  '/api/../offers',
  '/;/offers',
  '/offers/%zz',
  '/%25252561pi/leads',
])('does not take %j for one', (path) => {
  expect(isApiPath(path)).toBe(false);
});

async function answerTo(path: string) {
  const { origin, close } = await serve((app) =>
    app.use(requireCanonicalApiPath).use((ctx) => {
      ctx.body = 'reached';
    }),
  );
  const { status, body } = await send(origin, { path });
  await close();
  return { status, body };
}

it.each(['/api/leads', '/api/releases/mfe-quiz_1.0.0~a', '/offers', '/%6fffers', '//offers/'])(
  'lets %j pass',
  async (path) => {
    expect(await answerTo(path)).toEqual({ status: 200, body: 'reached' });
  },
);

it.each([
  '/api/leads/',
  '//api/leads',
  '/api//leads',
  '/api/%6ceads',
  '/api/leads;a=1',
  '/api/./leads',
  '/a/../api/leads',
])('rejects %j, another spelling of a path under /api', async (path) => {
  const { status, body } = await answerTo(path);
  expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ code: 'not-found' });
});
