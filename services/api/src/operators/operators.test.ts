import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';

const hourMs = 3600 * 1000;
const manager = { authorization: `Bearer ${testOperatorToken}` };

describeOnEachEngine('operator tokens', (open) => {
  let app: TestApp;
  let advance: (byMs: number) => number;
  beforeEach(async () => {
    const time = createTestClock();
    advance = time.advance;
    const environment = { TRUST_PROXY: '1' };
    app = await startTestApp({ database: await open(), clock: time.clock, environment });
  });
  afterEach(() => app.close());

  const make = async (days = 90, role = 'viewer'): Promise<string> => {
    const answer = await app.post('/api/operator/tokens', { name: 'vera', role, days }, manager);
    expect(answer.status).toBe(201);
    return (await answer.json()).token;
  };
  const signIn = (token: string, headers: Record<string, string> = {}) =>
    app.post('/api/operator/session', { token }, headers);
  const cookieOf = (answer: Response) => ({
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  });
  const whoami = async (headers: Record<string, string>) => {
    const answer = await app.request('/api/operator/session', { headers });
    return answer.status === 200 ? answer.json() : answer.status;
  };

  it('are random, shown once, and kept as a hash alone', async () => {
    const [one, other] = [await make(), await make()];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(other).not.toBe(one);
    const rows = await app.context.database.db.selectFrom('operator_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(one);
    const listed = await app.request('/api/operator/tokens', { headers: manager });
    expect(await listed.text()).not.toMatch(new RegExp(`${one}|${rows[0]?.token_sha256}`));
  });

  it('say who somebody is until they expire', async () => {
    const authorization = `Bearer ${await make(1)}`;
    expect(await whoami({ authorization })).toEqual({ name: 'vera', role: 'viewer' });
    advance(24 * hourMs);
    expect(await whoami({ authorization })).toBe(401);
  });

  it('do not go by the name that the audit has for the service itself', async () => {
    const self = { name: 'self-healing', role: 'manager', days: 1 };
    expect((await app.post('/api/operator/tokens', self, manager)).status).toBe(422);
  });

  it('tell where there is none to revoke', async () => {
    const init = { method: 'DELETE', headers: manager };
    expect((await app.request('/api/operator/tokens/none', init)).status).toBe(404);
  });

  it('open a session in a cookie that no script can read and no other site can send', async () => {
    const answer = await signIn(await make());
    expect(await answer.json()).toEqual({ name: 'vera', role: 'viewer' });
    expect(answer.headers.get('set-cookie')).toMatch(/; path=\/api; expires=.*; samesite=strict; httponly$/);
    expect(await whoami(cookieOf(answer))).toEqual({ name: 'vera', role: 'viewer' });
  });

  it('open a session for eight hours, and never for longer than they last themselves', async () => {
    const session = cookieOf(await signIn(testOperatorToken));
    const token = await make(1);
    advance(8 * hourMs - 1);
    expect(await whoami(session)).toEqual({ name: 'operator', role: 'manager' });
    advance(1);
    expect(await whoami(session)).toBe(401);
    advance(15 * hourMs);
    const short = cookieOf(await signIn(token));
    expect(await whoami(short)).toMatchObject({ name: 'vera' });
    advance(hourMs);
    expect(await whoami(short)).toBe(401);
  });

  it('end their sessions when they are revoked', async () => {
    const session = cookieOf(await signIn(await make()));
    const { tokens } = await (await app.request('/api/operator/tokens', { headers: manager })).json();
    for (const { id } of tokens)
      await app.request(`/api/operator/tokens/${id}`, { method: 'DELETE', headers: manager });
    expect(await whoami(session)).toBe(401);
  });

  it('of the environment end their sessions when they leave it', async () => {
    const session = cookieOf(await signIn(testOperatorToken));
    const environment = { OPERATOR_TOKEN: 'another-token-for-tests' };
    const later = await startTestApp({ ...app.context, environment });
    expect((await later.request('/api/operator/session', { headers: session })).status).toBe(401);
    await later.close();
  });

  it('do not open a session that was tampered with', async () => {
    const { cookie } = cookieOf(await signIn(await make()));
    const [id = '', until = '', signature = ''] = cookie.replace('operator=', '').split('.');
    for (const forged of [
      `${id}.${Number(until) + 1}.${signature}`,
      `${id}.${until}.`,
      `${id}.${until}`,
      `${id}.Infinity.${signature}`,
      'x',
    ])
      expect(await whoami({ cookie: `operator=${forged}` })).toBe(401);
  });

  it('let a session change things from the product’s own pages alone', async () => {
    const session = cookieOf(await signIn(testOperatorToken));
    const promote = (headers: Record<string, string>) =>
      app.post('/api/releases/promotions', {}, { ...session, ...headers });
    expect((await promote({ 'sec-fetch-site': 'same-origin' })).status).toBe(422);
    const foreign: [string, string][] = [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://elsewhere.example'],
    ];
    for (const [name, value] of foreign) {
      const answer = await promote({ [name]: value });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'foreign-origin' });
    }
    expect((await signIn(testOperatorToken, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('are signed out by taking the cookie away', async () => {
    const session = cookieOf(await signIn(await make()));
    const answer = await app.request('/api/operator/session', { method: 'DELETE', headers: session });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^operator=; path=\/api; expires=Thu, 01 Jan 1970/);
  });

  it('cannot be guessed: ten failures, by whatever door, and one has to wait', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' };
    for (let at = 0; at < 5; at++) {
      expect((await signIn('wrong', from)).status).toBe(401);
      expect(await whoami({ ...from, authorization: 'Bearer wrong' })).toBe(401);
    }
    expect((await signIn(testOperatorToken, from)).status).toBe(429);
    expect(await whoami({ ...from, ...manager })).toBe(429);
    expect(await whoami(manager)).toMatchObject({ role: 'manager' });
  });
});
