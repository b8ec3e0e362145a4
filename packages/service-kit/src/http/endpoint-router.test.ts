import type { PublicEndpoint } from '@funnel/contracts/endpoint';

import { problem } from '../problem.ts';
import { createPublicRouter } from './endpoint-router.ts';
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
});
