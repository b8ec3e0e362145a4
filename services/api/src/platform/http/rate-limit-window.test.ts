import { randomUUID } from 'node:crypto';

import { createTestClock, describeOnEachEngine, startTestApp, type TestApp } from '../service.testkit.ts';

describeOnEachEngine('a rate limit', (open) => {
  let limited: TestApp;
  let time: ReturnType<typeof createTestClock>;
  const start = async (limits: Record<string, string>) => {
    time = createTestClock();
    const environment = { TRUST_PROXY: '1', RATE_LIMIT_PER_NETWORK: '1000', ...limits };
    limited = await startTestApp({ database: await open(), environment, clock: time.clock });
    await limited.context.database.pool?.query('delete from rate_limits');
  };
  afterEach(() => limited.close());

  /** Lets time pass, also for PostgreSQL, which counts by its own clock. */
  async function pass(ms: number) {
    time.advance(ms);
    await limited.context.database.pool?.query(`update rate_limits set expire = expire - ${ms}`);
  }
  const junkFrom = (ip: string) => limited.post('/api/leads', {}, { 'x-forwarded-for': ip });
  const eventFrom = async (ip: string) => {
    const event = { id: randomUUID(), name: 'WebVital', at: 1, path: '/', setId: '' };
    const response = await limited.post('/api/events', { events: [event] }, { 'x-forwarded-for': ip });
    return response.status;
  };

  it('ends a minute after the first request, however many follow', async () => {
    await start({ RATE_LIMIT_PER_MINUTE: '2' });
    expect((await junkFrom('192.0.2.1')).status).toBe(422);
    await pass(40_000);
    expect((await junkFrom('192.0.2.1')).status).toBe(422);
    const rejected = await junkFrom('192.0.2.1');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    await pass(20_000);
    expect((await junkFrom('192.0.2.1')).status).toBe(422);
  });

  it('in total has room again after a request that took its last point is rejected', async () => {
    await start({ RATE_LIMIT_TOTAL: '2' });
    const orderOf = async (email: string) => {
      const order = { planId: 'plan2', email, attemptId: randomUUID() };
      return (await limited.post('/api/create-checkout', order, { 'x-forwarded-for': '192.0.2.1' })).status;
    };
    // Without keys of the payment provider, an accepted order returns 503.
    expect(await orderOf('ada@example.com')).toBe(503);
    expect(await orderOf('nobody')).toBe(422);
    expect(await orderOf('ada@example.com')).toBe(503);
    expect(await orderOf('ada@example.com')).toBe(429);
  });

  it('of a network and in total is five times as high for events as for leads', async () => {
    await start({ RATE_LIMIT_PER_MINUTE: '2', RATE_LIMIT_PER_NETWORK: '3', RATE_LIMIT_TOTAL: '4' });
    const statuses: number[] = [];
    for (let at = 1; at <= 16; at++) statuses.push(await eventFrom(`192.0.2.${at}`));
    expect(statuses.filter((status) => status === 202)).toHaveLength(15);
    expect(statuses.at(-1)).toBe(429);
    const later: number[] = [];
    for (let at = 1; at <= 6; at++) later.push(await eventFrom(`198.51.${at}.1`));
    expect(later).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
