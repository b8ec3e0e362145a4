import { describeOnEachEngine, startTestApp, testOperatorToken, type TestApp } from '../service.testkit.ts';

describeOnEachEngine('operators', (open) => {
  let app: TestApp;
  const totals = (authorization?: string, address = '192.0.2.1') =>
    app.request('/api/reports/totals', {
      headers: { 'x-forwarded-for': address, ...(authorization && { authorization }) },
    });
  const start = async (environment: Record<string, string>) => {
    app = await startTestApp({ database: await open(), environment: { TRUST_PROXY: '1', ...environment } });
  };
  afterEach(() => app.close());

  it('come in with the token they have, and nobody without', async () => {
    await start({});
    expect((await totals(`Bearer ${testOperatorToken}`)).status).toBe(200);
    for (const wrong of [undefined, 'Bearer wrong', `Basic ${testOperatorToken}`, testOperatorToken]) {
      const answer = await totals(wrong);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
    }
  });

  it('are nobody where no token is configured', async () => {
    await start({ OPERATOR_TOKEN: '' });
    expect((await totals('Bearer ')).status).toBe(401);
  });

  it('wait after ten failures from one address, even with the right token', async () => {
    await start({});
    for (let at = 0; at < 10; at++) expect((await totals('Bearer wrong', '192.0.2.9')).status).toBe(401);
    const answer = await totals(`Bearer ${testOperatorToken}`, '192.0.2.9');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await totals(`Bearer ${testOperatorToken}`)).status).toBe(200);
  });
});
