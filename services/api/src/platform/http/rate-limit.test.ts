import { connect } from 'node:net';

import { errorHandler } from '@funnel/service-kit/http/errors';
import { callerIpKey, createFailureLimit } from '@funnel/service-kit/http/rate-limit';
import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

import { aLead } from '../../leads/a-lead.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../service.testkit.ts';

/** Sends the beginning of a body and aborts the connection. */
async function abortBody({ origin }: TestApp, address: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const lines = [
    'POST /api/leads HTTP/1.1',
    'Host: a',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  await new Promise<void>((resolve) =>
    socket.write(`${lines.join('\r\n')}\r\n\r\n{"email":`, () => resolve()),
  );
  socket.destroy();
}

describeOnEachEngine('rate limits', (open) => {
  let limited: TestApp;
  const start = async (environment: Record<string, string>) => {
    const all = { TRUST_PROXY: '1', RATE_LIMIT_PER_NETWORK: '2000', RATE_LIMIT_TOTAL: '5', ...environment };
    limited = await startTestApp({ database: await open(), environment: all });
    await limited.context.database.pool?.query('delete from rate_limits');
  };
  afterEach(() => limited.close());

  const lead = async (address: string) =>
    (await limited.post('/api/leads', aLead(), { 'x-forwarded-for': address })).status;
  const leadsOf = async (addresses: readonly string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await lead(address));
    return statuses;
  };
  const others = [1, 2, 3, 4, 5, 6].map((at) => `203.0.${at}.1`);

  it('do not count 1,000 rejected bodies from one network towards the shared limit', async () => {
    await start({});
    const json = { 'content-type': 'application/json' };
    const junk: [status: number, headers: Record<string, string>, body: string][] = [
      [422, json, '{}'],
      [400, json, '{"email":'],
      [413, json, `"${'a'.repeat(40_000)}"`],
      [415, { 'content-type': 'text/plain' }, 'a'],
      [403, { ...json, 'sec-fetch-site': 'cross-site' }, JSON.stringify(aLead())],
    ];
    for (let at = 0; at < 50; at++) await abortBody(limited, '198.51.100.9');
    for (let round = 0; round < 200; round++) {
      const responses = junk.map(async ([, headers, body], at) => {
        const forwarded = { 'x-forwarded-for': `198.51.100.${(round * junk.length + at) % 250}` };
        const init = { method: 'POST', headers: { ...headers, ...forwarded }, body };
        return (await limited.request('/api/leads', init)).status;
      });
      expect(await Promise.all(responses)).toEqual(junk.map(([status]) => status));
    }
    expect(await leadsOf(others)).toEqual([202, 202, 202, 202, 202, 429]);
  }, 60_000);

  it('do not count a request towards the shared limit if it is rejected after its body was read', async () => {
    await start({});
    const order = { planId: 'plan2', email: 'nobody', attemptId: 'b8b1f3f0-6b0c-4c8e-9d4e-0a6f3f1f2a11' };
    const orderFrom = async (address: string, email: string) =>
      (await limited.post('/api/create-checkout', { ...order, email }, { 'x-forwarded-for': address }))
        .status;
    for (let at = 0; at < 20; at++) expect(await orderFrom('198.51.100.1', 'nobody')).toBe(422);
    const statuses: number[] = [];
    for (const address of others) statuses.push(await orderFrom(address, 'ada@example.com'));
    // Without keys of the payment provider, an accepted order returns 503.
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429]);
  });

  it('count a rejected body towards its own IP and network', async () => {
    await start({ RATE_LIMIT_PER_MINUTE: '2', RATE_LIMIT_PER_NETWORK: '3', RATE_LIMIT_TOTAL: '1000' });
    const junkFrom = async (address: string) =>
      (await limited.post('/api/leads', {}, { 'x-forwarded-for': address })).status;
    const statuses: number[] = [];
    for (const end of [1, 1, 1, 2, 3]) statuses.push(await junkFrom(`192.0.2.${end}`));
    // The third is rejected by its IP's limit alone, and does not count towards the network's limit.
    expect(statuses).toEqual([422, 422, 429, 422, 429]);
  });

  it('apply the shared limit to requests without a body', async () => {
    await start({});
    const statuses: number[] = [];
    for (const address of others) {
      const headers = { 'x-forwarded-for': address };
      statuses.push((await limited.request('/api/consent', { method: 'POST', headers })).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    const read: number[] = [];
    for (const address of others) {
      const headers = { 'x-forwarded-for': address };
      read.push((await limited.request('/api/checkout-sessions/none', { headers })).status);
    }
    expect(read).toEqual([404, 404, 404, 404, 404, 429]);
  });

  it.each([
    ['POST', '/api/leads', 1],
    ['POST', '/api/events', 5],
    ['POST', '/api/consent', 1],
    ['POST', '/api/csp-reports', 5],
    ['POST', '/api/offer', 1],
    ['POST', '/api/create-checkout', 1],
    ['GET', '/api/checkout-sessions/none', 1],
    ['GET', '/api/purchase', 1],
    ['POST', '/api/activation', 1],
    ['GET', '/api/unsubscribe', 1],
    ['POST', '/api/unsubscribe', 1],
  ])('apply to %s %s, whose requests cost work', async (method, path, times) => {
    await start({ RATE_LIMIT_PER_MINUTE: '1' });
    const headers = { 'x-forwarded-for': '203.0.1.1' };
    const statuses: number[] = [];
    for (let count = 0; count < 7; count++)
      statuses.push((await limited.request(path, { method, headers })).status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(times);
  });

  it.each([
    ['IPv4, mapped and with a port', ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:5678', '::FFFF:C000:201']],
    ['IPv6', ['2001:db8::1', '2001:DB8:0::1', '[2001:db8::1]:80', '2001:0db8:0:0:0:0:0:0001']],
    ['texts that are not an IP', ['one', '1.2.3', 'two', '']],
  ])('count %s as one caller, however a proxy spells them', async (_, spellings) => {
    await start({ RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_TOTAL: '1000' });
    expect(await leadsOf(spellings)).toEqual([202, 202, 202, 429]);
    expect(await lead('198.51.100.77')).toBe(202);
  });
});

describeOnEachEngine('a limit on failures', (open) => {
  const { clock, advance } = createTestClock();

  it('rejects failures beyond the limit, and never rejects a success', async () => {
    const { context, close } = await startTestApp({ database: await open(), clock });
    await context.database.pool?.query('delete from rate_limits');
    const limit = createFailureLimit(context, { name: 'tries', perMinute: 10 });
    const app = new Koa();
    app.use(errorHandler(context.log));
    app.use(async (ctx) => {
      if (ctx.get('Authorization') !== testOperatorToken) {
        await limit.countFailure(callerIpKey(ctx));
        ctx.status = 401;
        return;
      }
      ctx.body = 'in';
    });
    const server = await listen(app, 0, '127.0.0.1');
    const attempt = (authorization: string) => fetch(server.origin, { headers: { authorization } });
    for (let at = 0; at < 10; at++) expect((await attempt('wrong')).status).toBe(401);
    for (let at = 0; at < 3; at++) {
      const rejected = await attempt('wrong');
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await attempt(testOperatorToken)).status).toBe(200);
    }
    await context.database.pool?.query('update rate_limits set expire = 0');
    advance(60_000);
    expect((await attempt('wrong')).status).toBe(401);
    await server.close();
    await close();
  });
});
