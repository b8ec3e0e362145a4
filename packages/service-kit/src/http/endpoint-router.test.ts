import type { OperatorEndpoint, PublicEndpoint } from '@funnel/contracts/endpoint';

import type { Context } from 'koa';

import { problem } from '../problem.ts';
import { createGuardedRouter, createPublicRouter } from './endpoint-router.ts';
import { readBody } from './json-body.ts';
import { serve, withoutDatabase } from './koa-server.testkit.ts';

const anyone = { method: 'POST', caller: 'anyone', rate: 'unlimited' } as const;
const table = {
  analytics: { ...anyone, path: '/analytics', isSheddable: true },
  lead: { ...anyone, path: '/lead' },
  ownPages: { ...anyone, path: '/own-pages', caller: 'visitor' },
  reading: { ...anyone, path: '/reading', caller: 'visitor', method: 'GET' },
} as const satisfies Record<string, PublicEndpoint>;

/** The endpoints of the table in a service that has too many requests in flight. */
async function startOverloaded() {
  const load = {
    count: async (_: unknown, next: () => Promise<unknown>) => void (await next()),
    shed: () => {
      throw problem('unavailable');
    },
  };
  const handler = (ctx: { body: unknown }) => {
    ctx.body = 'done';
  };
  const handlers = { analytics: handler, lead: handler, ownPages: handler, reading: handler };
  return serve((app) => app.use(createPublicRouter(withoutDatabase, load, table, handlers).routes()));
}

describe('the endpoint table', () => {
  it('decides which endpoints are rejected while too many requests are in flight', async () => {
    const { origin, close } = await startOverloaded();
    const statusOf = async (path: string) => (await fetch(origin + path, { method: 'POST' })).status;
    expect(await statusOf('/analytics')).toBe(503);
    expect(await statusOf('/lead')).toBe(200);
    await close();
  });

  it('decides which endpoints other sites’ pages may call', async () => {
    const { origin, close } = await startOverloaded();
    const headers = { origin: 'https://elsewhere.example' };
    const statusOf = async (path: string, method = 'POST') =>
      (await fetch(origin + path, { method, headers })).status;
    expect(await statusOf('/own-pages')).toBe(403);
    expect(await statusOf('/lead')).toBe(200);
    expect(await statusOf('/reading', 'GET')).toBe(200);
    await close();
  });

  it('gives every path one spelling', async () => {
    const { origin, close } = await startOverloaded();
    const statusOf = async (path: string) => (await fetch(origin + path, { method: 'POST' })).status;
    expect(await Promise.all(['/lead', '/Lead', '/lead/', '/LEAD'].map(statusOf))).toEqual([
      200, 404, 404, 404,
    ]);
    await close();
  });
});

const guarded = {
  changing: {
    method: 'PUT',
    path: '/changing',
    permission: 'signed-in',
    body: { maxBytes: 4, maxDepth: 1, maxKeys: 1 },
  },
  bodiless: { method: 'PUT', path: '/bodiless', permission: 'deploy' },
} as const satisfies Record<string, OperatorEndpoint>;

/** Endpoints that respond with who called and what was sent. */
const startGuarded = () => {
  const handler = async (ctx: Context, caller: string) => {
    ctx.body = `${caller}: ${(await readBody(ctx)).toString()}`;
  };
  const router = createGuardedRouter(
    async (ctx, permission) => {
      if (!ctx.get('Authorization')) throw problem('unauthorized');
      return `${ctx.get('Authorization')} ${permission}`;
    },
    guarded,
    { changing: handler, bodiless: handler },
  );
  return serve((app) => app.use(router.routes()));
};

describe('the endpoint table of operators', () => {
  it('limits bodies, and reads none for an endpoint that declares none', async () => {
    const { origin, close } = await startGuarded();
    const put = (path: string, body: string, headers = { authorization: 'Ada' }) =>
      fetch(origin + path, { method: 'PUT', body, headers });
    expect(await (await put('/changing', 'abcd')).text()).toBe('Ada signed-in: abcd');
    expect((await put('/changing', 'abcde')).status).toBe(413);
    expect((await put('/bodiless', 'abcd')).status).toBe(500);
    await close();
  });

  it('rejects an unknown caller before it reads the body', async () => {
    const { origin, close } = await startGuarded();
    const statusOf = async (path: string, body: string) =>
      (await fetch(origin + path, { method: 'PUT', body })).status;
    expect(await statusOf('/changing', 'abcde')).toBe(401);
    expect(await statusOf('/bodiless', '')).toBe(401);
    await close();
  });
});
