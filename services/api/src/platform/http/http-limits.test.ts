import { createTestClock, describeOnEachEngine, startTestApp, type TestApp } from '../service.testkit.ts';

const clearRateLimits = async ({ context }: TestApp) => {
  await context.database.pool?.query('delete from rate_limits');
};

describeOnEachEngine('the limits of requests', (open, engine) => {
  const limits = {
    RATE_LIMIT_PER_MINUTE: '2',
    RATE_LIMIT_PER_NETWORK: '5',
    RATE_LIMIT_TOTAL: '8',
    TRUST_PROXY: '1',
  };
  const statusesOf = async (limited: TestApp, addresses: readonly string[]) => {
    const statuses: number[] = [];
    for (const address of addresses)
      statuses.push(
        (await limited.post('/api/leads', {}, { 'x-forwarded-for': `6.6.6.6, ${address}` })).status,
      );
    return statuses;
  };

  it.each([
    ['an IP', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'], [422, 422, 429, 422]],
    [
      'the /64 of a subscriber',
      ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::', '2001:db8:1:3::1'],
      [422, 422, 429, 422],
    ],
    [
      'a network, which one IP alone cannot exhaust',
      [
        '198.51.100.1',
        '198.51.100.1',
        '198.51.100.1',
        '198.51.100.2',
        '198.51.100.3',
        '198.51.100.4',
        '198.51.100.5',
        '198.51.101.4',
      ],
      [422, 422, 429, 422, 422, 422, 429, 422],
    ],
  ])('apply to %s', async (name, addresses, statuses) => {
    const limited = await startTestApp({ database: await open(), environment: limits });
    await clearRateLimits(limited);
    expect([name, await statusesOf(limited, addresses)]).toEqual([name, statuses]);
    await limited.close();
  });

  it('allow a network ten times as many as an IP, unless another limit is configured', async () => {
    const environment = { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '1' };
    const limited = await startTestApp({ database: await open(), environment });
    await clearRateLimits(limited);
    const addresses = Array.from({ length: 21 }, (_, at) => `198.51.100.${at}`);
    const statuses = await statusesOf(limited, addresses);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422));
    expect(statuses[20]).toBe(429);
    await limited.close();
  });

  it('send Retry-After, apply to each route separately, and end after a minute', async () => {
    const { clock, advance } = createTestClock();
    const limited = await startTestApp({ database: await open(), environment: limits, clock });
    await clearRateLimits(limited);
    await statusesOf(limited, ['192.0.2.9', '192.0.2.9']);
    const response = await limited.post('/api/leads', {}, { 'x-forwarded-for': '192.0.2.9' });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      code: 'too-many-requests',
      status: 429,
      detail: `Too many requests; try again in ${seconds} seconds`,
    });
    expect((await limited.post('/api/events', {}, { 'x-forwarded-for': '192.0.2.9' })).status).toBe(422);
    await limited.context.database.pool?.query('update rate_limits set expire = 0');
    advance(60_000);
    expect(await statusesOf(limited, ['192.0.2.9'])).toEqual([422]);
    await limited.close();
  });

  if (engine === 'postgres') {
    it('are shared by replicas, also for concurrent requests', async () => {
      const environment = {
        ...limits,
        RATE_LIMIT_PER_MINUTE: '20',
        RATE_LIMIT_PER_NETWORK: '1000',
        RATE_LIMIT_TOTAL: '1000',
      };
      const replicas = [
        await startTestApp({ database: await open(), environment }),
        await startTestApp({ database: await open(), environment }),
      ];
      for (const replica of replicas) await clearRateLimits(replica);
      const requests = Array.from({ length: 15 }, () =>
        replicas.map((replica) => statusesOf(replica, ['192.0.2.1'])),
      );
      const statuses = (await Promise.all(requests.flat())).flat();
      expect(statuses.filter((status) => status === 422)).toHaveLength(20);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      for (const replica of replicas) await replica.close();
    });

    it('are counted by each replica alone during a database outage', async () => {
      const closedDatabase = await open();
      const limited = await startTestApp({ database: closedDatabase, environment: limits });
      await closedDatabase.ping();
      await closedDatabase.close();
      expect(await statusesOf(limited, ['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toEqual([422, 422, 429]);
      await limited.close();
    });
  }
});
