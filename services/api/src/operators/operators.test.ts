import { automaticActors } from '@funnel/contracts/release-management';
import { sql } from 'kysely';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const root = bearer(testOperatorToken);
const viewer = { name: 'vera', preset: 'viewer', permissions: ['read-analytics'] };

describeOnEachEngine('operators', (open) => {
  let app: TestApp;
  let advance: (byMs: number) => number;
  beforeEach(async () => {
    const time = createTestClock();
    advance = time.advance;
    const environment = { TRUST_PROXY: '1' };
    app = await startTestApp({ database: await open(), clock: time.clock, environment });
  });
  afterEach(() => app.close());

  const request = (over: object = {}) => ({ name: 'vera', preset: 'viewer', days: 90, ...over });
  const create = async (over: object = {}, by: Record<string, string> = root) => {
    const response = await app.post('/api/operator/tokens', request(over), by);
    expect(response.status).toBe(201);
    return response.json();
  };
  const listed = async () =>
    (await (await app.request('/api/operator/tokens', { headers: root })).json()).tokens;
  const revoke = async (name: string) => {
    const { id } = (await listed()).findLast((token: { name: string }) => token.name === name);
    const init = { method: 'DELETE', headers: root };
    expect((await app.request(`/api/operator/tokens/${id}`, init)).status).toBe(204);
  };
  const signIn = (token: string, headers: Record<string, string> = {}) =>
    app.post('/api/operator/session', { token }, headers);
  const cookieOf = (response: Response) => ({
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  });
  const operatorOf = async (headers: Record<string, string>, of: TestApp = app) => {
    const response = await of.request('/api/operator/session', { headers });
    return response.status === 200 ? response.json() : response.status;
  };
  const own = () => ({ origin: app.operatorsOrigin });

  describe('tokens', () => {
    it('are random, shown once, and stored as a hash', async () => {
      const [one, other] = [(await create()).token, (await create()).token];
      expect(one).toMatch(/^[\w-]{43}$/);
      expect(other).not.toBe(one);
      const rows = await app.context.database.db.selectFrom('operator_tokens').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(one);
      expect(JSON.stringify(await listed())).not.toMatch(new RegExp(`${one}|${rows[0]?.token_sha256}`));
    });

    it('identify an operator until they expire', async () => {
      const { token } = await create({ days: 1 });
      expect(await operatorOf(bearer(token))).toEqual(viewer);
      advance(dayMs - 1);
      expect(await operatorOf(bearer(token))).toEqual(viewer);
      advance(1);
      expect(await operatorOf(bearer(token))).toBe(401);
    });

    it.each(['bearer', 'BEARER', 'Bearer  '])('are read after the scheme %j', async (scheme) => {
      const { token } = await create();
      expect(await operatorOf({ authorization: `${scheme} ${token}` })).toEqual(viewer);
    });

    it.each([0, 366, 1.5])('cannot be valid for %s days', async (days) => {
      expect((await app.post('/api/operator/tokens', request({ days }), root)).status).toBe(422);
    });

    it.each(['manager', 'publisher', 'publisher:', 'publisher:../shell', 'root', ''])(
      'are not created for the preset "%s"',
      async (preset) => {
        expect((await app.post('/api/operator/tokens', request({ preset }), root)).status).toBe(422);
      },
    );

    it('are rejected with what a name and a preset must be', async () => {
      const response = await app.post(
        '/api/operator/tokens',
        request({ name: 'Vera', preset: 'root' }),
        root,
      );
      expect((await response.json()).errors).toEqual([
        {
          path: 'name',
          message: 'must be 1 to 40 lowercase letters, digits, dots and hyphens, the first one a letter',
        },
        {
          path: 'preset',
          message:
            'must be viewer, releaser, admin, or publisher: with 1 to 10 apps, such as publisher:mfe-quiz,mfe-pricing',
        },
      ]);
    });

    it.each([...automaticActors, 'operator'])(
      'cannot use the name of the actor %s in the history',
      async (name) => {
        expect((await app.post('/api/operator/tokens', request({ name }), root)).status).toBe(422);
      },
    );

    it('show their creator and last use', async () => {
      const { token } = await create({ name: 'uma' });
      const uma = async () => (await listed()).filter(({ name }: { name: string }) => name === 'uma');
      const createdAt = app.context.clock();
      expect(await uma()).toMatchObject([
        { madeBy: 'operator', createdAt, expiresAt: createdAt + 90 * dayMs, lastUsedAt: null },
      ]);
      for (let use = 0; use < 2; use++) {
        // The last use is stored by the minute, and the clock is at a full one.
        advance(hourMs);
        await operatorOf(bearer(token));
        expect(await uma()).toMatchObject([{ lastUsedAt: app.context.clock() }]);
      }
    });

    it('name the stored token that created them', async () => {
      const { token } = await create({ name: 'ida', preset: 'admin' });
      await create({ name: 'bea' }, bearer(token));
      const bea = (await listed()).find(({ name }: { name: string }) => name === 'bea');
      expect(bea).toMatchObject({ madeBy: 'ida' });
    });

    it('are asked for by the name of their scheme in every response that lacks a valid one', async () => {
      const rejected = async (headers: Record<string, string>) =>
        app.request('/api/operator/session', { headers });
      // The last one has the format of a workflow's token, and no issuer is accepted here.
      for (const response of [
        await rejected({}),
        await rejected(bearer('wrong')),
        await signIn('wrong'),
        await rejected(bearer('eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.')),
      ])
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    });

    it('are created as the response without a valid one says', async () => {
      const rejected = async (headers: Record<string, string>) =>
        (await app.request('/api/operator/session', { headers })).json();
      const how =
        "An admin creates tokens: npm run release -- token add NAME --preset PRESET --days DAYS\nThe first admins' tokens are in the service's own setting OPERATOR_TOKEN; npm start writes one to .data/operator-token.";
      expect(await rejected({})).toMatchObject({
        detail: `A valid operator token is needed. Send it in the header Authorization: Bearer TOKEN. ${how}`,
      });
      // Failures of one address are limited, and other tests share that of this machine.
      const elsewhere = { 'x-forwarded-for': '203.0.113.77' };
      expect(await rejected({ ...bearer('wrong'), ...elsewhere })).toMatchObject({
        detail: `This operator token is unknown, has expired or was revoked. Send a valid one; commands take it from OPERATOR_TOKEN. ${how}`,
      });
    });

    it('are accepted although their last use cannot be stored', async () => {
      const { token } = await create();
      const { db } = app.context.database;
      await sql`alter table operator_tokens rename column last_used_at to unreadable`.execute(db);
      const operator = await operatorOf(bearer(token));
      await sql`alter table operator_tokens rename column unreadable to last_used_at`.execute(db);
      expect(operator).toEqual(viewer);
    });

    it('are not found after they were deleted', async () => {
      const init = { method: 'DELETE', headers: root };
      expect((await app.request('/api/operator/tokens/none', init)).status).toBe(404);
    });

    it('are revoked with the token that created them, and with its creator', async () => {
      const ada = await create({ name: 'ada', preset: 'admin' });
      const ben = await create({ name: 'ben', preset: 'admin' }, bearer(ada.token));
      const cy = await create({ name: 'cy' }, bearer(ben.token));
      const session = cookieOf(await signIn(cy.token));
      const bystander = await create({ name: 'bystander' });
      expect(await operatorOf(session)).toMatchObject({ name: 'cy' });
      await revoke('ada');
      for (const { token } of [ada, ben, cy]) expect(await operatorOf(bearer(token))).toBe(401);
      expect(await operatorOf(session)).toBe(401);
      expect(await operatorOf(bearer(bystander.token))).toMatchObject({ name: 'bystander' });
    });

    it('form chains of at most ten generations', async () => {
      let by: Record<string, string> = root;
      for (let generation = 1; generation <= 10; generation++) {
        const { token } = await create({ name: `ada${generation}`, preset: 'admin' }, by);
        by = bearer(token);
        expect(await operatorOf(by)).toMatchObject({ name: `ada${generation}` });
      }
      const rejected = await app.post('/api/operator/tokens', request({ preset: 'admin' }), by);
      expect([rejected.status, (await rejected.json()).code]).toEqual([403, 'forbidden']);
    });

    it('never outlive the token that created them', async () => {
      const ada = await create({ name: 'ada', preset: 'admin', days: 2 });
      const ben = await create({ name: 'ben', days: 90 }, bearer(ada.token));
      expect(ben.expiresAt).toBe(ada.expiresAt);
      advance(2 * dayMs);
      expect(await operatorOf(bearer(ben.token))).toBe(401);
    });

    it('are invalid when the environment no longer contains the token that created them', async () => {
      const ada = await create({ name: 'ada', preset: 'admin' });
      const ben = await create({ name: 'ben' }, bearer(ada.token));
      const environment = { OPERATOR_TOKEN: 'another-token-for-tests', TRUST_PROXY: '1' };
      const later = await startTestApp({ ...app.context, environment });
      for (const { token } of [ada, ben]) expect(await operatorOf(bearer(token), later)).toBe(401);
      await later.close();
    });

    it('of a publisher publish only the named remotes', async () => {
      const { token } = await create({ preset: 'publisher:mfe-quiz,mfe-legal' });
      const publish = async (name: string) => {
        const manifest = {
          kind: 'remote',
          name,
          version: '1.0.0',
          container: `${name.replaceAll('-', '_')}_1_0_0`,
          entry: 'remoteEntry.js',
          contract: 1,
          react: '^19.0.0',
          paths: ['/'],
          widgets: [],
          screens: ['/'],
          preload: [],
          files: {
            'remoteEntry.js': { integrity: `sha384-${'A'.repeat(64)}`, bytes: 1, type: 'text/javascript' },
          },
          firstScreens: [],
          css: '',
        };
        const response = await app.post('/api/releases/builds', manifest, bearer(token));
        return (await response.json()).code;
      };
      // Its files were not uploaded, but the manifest was accepted.
      expect(await publish('mfe-quiz')).toBe('files-missing');
      expect(await publish('mfe-legal')).toBe('files-missing');
      expect(await publish('mfe-pricing')).toBe('forbidden');
      expect(await publish('mfe-quiz-other')).toBe('forbidden');
    });
  });

  describe('sessions', () => {
    it('of one token are at most 100: a further one ends the oldest of that token', async () => {
      const of = async (token: string) => {
        advance(1);
        return cookieOf(await signIn(token));
      };
      const { token } = await create({ name: 'zoe' });
      const [other, first, second] = [await of(testOperatorToken), await of(token), await of(token)];
      for (let more = 0; more < 98; more++) await of(token);
      for (const session of [first, second]) expect(await operatorOf(session)).toMatchObject({ name: 'zoe' });
      const last = await of(token);
      expect(await operatorOf(first)).toBe(401);
      for (const session of [second, last]) expect(await operatorOf(session)).toMatchObject({ name: 'zoe' });
      expect(await operatorOf(other)).toMatchObject({ name: 'operator' });
    });

    it('are stored in a cookie that is HttpOnly and SameSite=Strict', async () => {
      const response = await signIn((await create()).token);
      expect(await response.json()).toEqual(viewer);
      expect(response.headers.get('set-cookie')).toMatch(
        /^operator=[\w-]{43}; path=\/; expires=.*; samesite=strict; httponly$/,
      );
      expect(await operatorOf(cookieOf(response))).toEqual(viewer);
      // The browser compares it with its own clock, so the service writes it by the real time.
      const [, expires = ''] = /; expires=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
      const keptMs = Date.parse(expires) - Date.now();
      expect(keptMs).toBeGreaterThan(8 * hourMs - 60_000);
      expect(keptMs).toBeLessThanOrEqual(8 * hourMs);
    });

    it('are bound to the host and to https if OPERATOR_URL is https', async () => {
      const environment = { OPERATOR_URL: 'https://console.example', TRUST_PROXY: '1' };
      const secure = await startTestApp({ ...app.context, environment });
      const response = await secure.post('/api/operator/session', { token: testOperatorToken });
      expect(response.headers.get('set-cookie')).toMatch(
        /^__Host-operator=[\w-]{43}; path=\/; expires=.*; samesite=strict; secure; httponly$/,
      );
      expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
      await secure.close();
    });

    it('last for eight hours, and never longer than their token', async () => {
      const session = cookieOf(await signIn(testOperatorToken));
      const { token } = await create({ days: 1 });
      advance(8 * hourMs - 1);
      expect(await operatorOf(session)).toMatchObject({ name: 'operator', preset: 'admin' });
      advance(1);
      expect(await operatorOf(session)).toBe(401);
      advance(15 * hourMs);
      const short = cookieOf(await signIn(token));
      expect(await operatorOf(short)).toMatchObject({ name: 'vera' });
      const rows = await app.context.database.db.selectFrom('operator_sessions').selectAll().execute();
      expect(rows).toHaveLength(1);
      advance(hourMs);
      expect(await operatorOf(short)).toBe(401);
    });

    it('of one token stay valid in several browsers', async () => {
      const { token } = await create();
      const first = cookieOf(await signIn(token));
      advance(1000);
      const second = cookieOf(await signIn(token));
      for (const session of [first, second]) expect(await operatorOf(session)).toEqual(viewer);
    });

    it('end when their token is revoked', async () => {
      const session = cookieOf(await signIn((await create({ name: 'rob' })).token));
      expect(await operatorOf(session)).toMatchObject({ name: 'rob' });
      await revoke('rob');
      expect(await operatorOf(session)).toBe(401);
    });

    it('end when their token is removed from the environment', async () => {
      const session = cookieOf(await signIn(testOperatorToken));
      const environment = { OPERATOR_TOKEN: 'another-token-for-tests' };
      const later = await startTestApp({ ...app.context, environment });
      expect(await operatorOf(session, later)).toBe(401);
      await later.close();
    });

    it('end at sign-out, also for a copy of the cookie', async () => {
      const { token } = await create();
      const session = cookieOf(await signIn(token));
      const elsewhere = cookieOf(await signIn(token));
      expect(await operatorOf(session)).toEqual(viewer);
      const init = { method: 'DELETE', headers: { ...session, ...own() } };
      const response = await app.request('/api/operator/session', init);
      expect(response.status).toBe(204);
      expect(response.headers.get('set-cookie')).toMatch(/^operator=; path=\/; expires=Thu, 01 Jan 1970/);
      expect(await operatorOf(session)).toBe(401);
      expect(await operatorOf(elsewhere)).toEqual(viewer);
    });

    it('cannot be created from a copy of the database', async () => {
      await signIn((await create()).token);
      const { db } = app.context.database;
      const sessions = await db.selectFrom('operator_sessions').selectAll().execute();
      const tokens = await db.selectFrom('operator_tokens').selectAll().execute();
      const settings = await db.selectFrom('settings').selectAll().execute();
      const texts = [...sessions, ...tokens, ...settings].flatMap((row) => Object.values(row).map(String));
      expect(texts.length).toBeGreaterThan(10);
      for (const text of texts) {
        expect(await operatorOf({ cookie: `operator=${encodeURIComponent(text)}` })).toBe(401);
        expect(await operatorOf({ authorization: `Bearer ${text}` })).not.toHaveProperty('name');
      }
      expect(settings.filter(({ key }) => key.startsWith('secret'))).toEqual([]);
    });

    it('allow changes only from the console’s own origin', async () => {
      const session = cookieOf(await signIn(testOperatorToken));
      const promote = (headers: Record<string, string>) =>
        app.post('/api/releases/promotions', {}, { ...session, ...headers });
      expect((await promote(own())).status).toBe(422);
      expect((await promote({ ...own(), 'sec-fetch-site': 'same-origin' })).status).toBe(422);
      const foreign: readonly Record<string, string>[] = [
        {},
        { 'sec-fetch-site': 'same-origin' },
        { ...own(), 'sec-fetch-site': 'same-site' },
        { ...own(), 'sec-fetch-site': 'cross-site' },
        { origin: app.origin },
        { origin: 'null' },
        { origin: 'https://elsewhere.example' },
        { origin: `${app.operatorsOrigin}.evil.example` },
      ];
      for (const headers of foreign) {
        const response = await promote(headers);
        expect([headers, response.status]).toEqual([headers, 403]);
        expect(await response.json()).toMatchObject({ code: 'foreign-origin' });
      }
      expect((await signIn(testOperatorToken, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await signIn(testOperatorToken, { origin: app.origin })).status).toBe(403);
    });
  });

  it('change something in the console also by the IPv6 of the machine that it runs on', async () => {
    const environment = { OPERATOR_HOST: '::1' };
    const other = await startTestApp({ ...app.context, environment });
    const { port } = new URL(other.operatorsOrigin);
    const session = cookieOf(await other.post('/api/operator/session', { token: testOperatorToken }));
    const statusFrom = async (origin: string) =>
      (await other.post('/api/releases/promotions', {}, { ...session, origin })).status;
    expect(await statusFrom(`http://[::1]:${port}`)).toBe(422);
    expect(await statusFrom(`http://[::2]:${port}`)).toBe(403);
    await other.close();
  });

  it('who guess tokens are rejected, without locking out valid tokens', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' };
    for (let at = 0; at < 5; at++) {
      expect((await signIn('wrong', from)).status).toBe(401);
      expect(await operatorOf({ ...from, authorization: 'Bearer wrong' })).toBe(401);
    }
    const rejected = await signIn('wrong', from);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await operatorOf({ ...from, authorization: 'Bearer wrong' })).toBe(429);
    expect((await signIn(testOperatorToken, from)).status).toBe(200);
    expect(await operatorOf({ ...from, ...root })).toMatchObject({ preset: 'admin' });
  });

  it('cannot sign in if no token is configured', async () => {
    const environment = { OPERATOR_TOKEN: '', TRUST_PROXY: '1' };
    const none = await startTestApp({ ...app.context, environment });
    const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
    expect(await operatorOf({ ...elsewhere, authorization: 'Bearer ' }, none)).toBe(401);
    expect(await operatorOf({ ...elsewhere, ...root }, none)).toBe(401);
    await none.close();
  });
});
