import { send, serve } from './koa-server.testkit.ts';
import { requireOwnOrigin } from './require-origin.ts';

const own = 'https://operators.example';

async function answerTo(headers: Record<string, string>) {
  const { origin, close } = await serve((app) =>
    app.use((ctx) => {
      requireOwnOrigin(ctx, own, { hasCookie: ctx.get('Cookie') !== '' });
      ctx.body = 'done';
    }),
  );
  const response = await send(origin, { headers });
  await close();
  return response;
}

const cookie = 'session=1';

it.each([
  ['of its own page', { origin: own }],
  ['of its own page, with its cookie', { origin: own, cookie }],
  ['of its own page, as the browser says', { origin: own, 'sec-fetch-site': 'same-origin', cookie }],
  ['of a program without a cookie', {}],
])('allows a call %s', async (_, headers) => {
  expect(await answerTo(headers)).toMatchObject({ status: 200, body: 'done' });
});

it.each([
  ['of another site', { origin: 'https://elsewhere.example' }],
  ['of another site, with the cookie', { origin: 'https://elsewhere.example', cookie }],
  ['of a page that a site hides', { origin: 'null' }],
  ['that names its own page but comes from another site', { origin: own, 'sec-fetch-site': 'cross-site' }],
  ['that names its own page but comes from a sister site', { origin: own, 'sec-fetch-site': 'same-site' }],
  ['of a browser that names no page', { 'sec-fetch-site': 'none' }],
  ['of a browser on the same origin that names no page', { 'sec-fetch-site': 'same-origin' }],
  ['with a cookie that names no page', { cookie }],
])('rejects a call %s, and says for whom it is', async (_, headers) => {
  const { status, body } = await answerTo(headers);
  expect(status).toBe(403);
  expect(JSON.parse(body)).toMatchObject({
    code: 'foreign-origin',
    detail: 'This call is for pages of https://operators.example.',
  });
});
