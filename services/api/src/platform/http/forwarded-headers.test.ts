import { startPaidFunnel, startVisit } from '../../billing/paid-funnel.testkit.ts';
import { aLead } from '../../leads/a-lead.testkit.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../service.testkit.ts';

describeOnEachEngine('behind a proxy', (open) => {
  let app: TestApp | undefined;
  const start = async (environment: Record<string, string>) => {
    app = await startTestApp({ database: await open(), environment });
    await app.context.database.pool?.query('delete from rate_limits');
    return app;
  };
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  const statusesOf = async (limited: TestApp, forwarded: readonly string[]) => {
    const statuses: number[] = [];
    for (const ips of forwarded)
      statuses.push((await limited.post('/api/leads', aLead(), { 'x-forwarded-for': ips })).status);
    return statuses;
  };

  it('X-Forwarded-Host does not make another site’s page an own page', async () => {
    const trusting = await start({ TRUST_PROXY: '1' });
    const elsewhere = { origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' };
    const foreign = await trusting.post('/api/leads', aLead(), elsewhere);
    expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'foreign-origin']);
    const own = { origin: trusting.origin, 'x-forwarded-host': 'elsewhere.example' };
    expect((await trusting.post('/api/leads', aLead(), own)).status).toBe(202);
  });

  it('X-Forwarded-Host does not change where a buyer returns to after the payment', async () => {
    const funnel = await startPaidFunnel(await open(), { TRUST_PROXY: '1' });
    const { post } = await startVisit(funnel.app);
    expect((await post({}, { 'x-forwarded-host': 'elsewhere.example' })).status).toBe(201);
    const [form] = funnel.api.created;
    expect(new URL(form?.get('return_url') ?? '').origin).toBe(funnel.app.origin);
    await funnel.close();
  });

  it('TRUST_PROXY is the number of proxies whose report of the caller’s IP counts', async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_PER_NETWORK: '1000' };
    const two = await start({ ...limits, TRUST_PROXY: '2' });
    const throughTwo = ['192.0.2.1, 10.0.0.9', '192.0.2.2, 10.0.0.9', '6.6.6.6, 192.0.2.1, 10.0.0.9'];
    expect(await statusesOf(two, throughTwo)).toEqual([202, 202, 429]);
    await two.close();
    const none = await start(limits);
    expect(await statusesOf(none, ['192.0.2.1', '192.0.2.2'])).toEqual([202, 429]);
  });

  it('IPv4 addresses in their IPv6 spelling are as many callers and networks as in their own', async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_PER_NETWORK: '2', TRUST_PROXY: '1' };
    const limited = await start(limits);
    const mapped = ['::ffff:192.0.2.1', '::ffff:192.0.2.2', '::ffff:198.51.100.1', '::ffff:203.0.113.1'];
    expect(await statusesOf(limited, mapped)).toEqual([202, 202, 202, 202]);
    expect(await statusesOf(limited, ['192.0.2.1', '192.0.2.3', '198.51.100.2'])).toEqual([429, 429, 202]);
  });
});
