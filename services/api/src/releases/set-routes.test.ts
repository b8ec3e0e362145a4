import type { ReleaseClient } from '@funnel/release-kit/client/publish-client';
import { sql } from 'kysely';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { untilBlocked } from './blocked-statements.testkit.ts';
import {
  audit,
  prepareSet,
  preview,
  promote,
  removeRemote,
  status,
  sendCertification,
  updateCanary,
  verifySet,
} from './release-calls.testkit.ts';
import {
  clientOf,
  publishProduct,
  publishTest,
  testPricing,
  testQuiz,
  testRemote,
} from './release.testkit.ts';

describeOnEachEngine('sets that are not live', (open, engine) => {
  let app: TestApp;
  let first: readonly string[];
  beforeAll(async () => {
    const environment = { REQUIRE_CERTIFICATION: 'true' };
    app = await startTestApp({ database: await open(), environment });
    first = await publishProduct(app);
    const survey = testRemote('mfe-survey', '1.0.0', { paths: ['/survey'] });
    await publishTest(app, survey);
    first = [...first, 'mfe-survey@1.0.0'];
    await publishTest(app, testQuiz('1.6.0', { paths: ['/'] }));
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'])
      await publishTest(app, testQuiz(version));
  });
  afterAll(() => app.close());

  async function newestSet(): Promise<string | undefined> {
    const sets = app.context.database.db.selectFrom('release_sets').select('id').orderBy('number', 'desc');
    return (await sets.executeTakeFirst())?.id;
  }
  const smokeTestOf = (id: string) => `npm run release -- certify ${id}`;

  it('require a passed smoke test before they go live, if certification is required', async () => {
    const { id } = await prepareSet(clientOf(app), first);
    const never = expect.stringMatching(
      `^The set ${id} has no smoke test\\. Run: ${smokeTestOf(id)} To override`,
    );
    await expect(promote(clientOf(app), first)).rejects.toMatchObject({ message: never });

    await sendCertification(clientOf(app), id, { outcome: 'failed', report: 'stuck at /step-3' });
    await expect(promote(clientOf(app), first)).rejects.toMatchObject({
      message: expect.stringContaining(`The set ${id} failed its smoke test. Run: ${smokeTestOf(id)}`),
    });

    const { certification } = await sendCertification(clientOf(app), id, {
      outcome: 'passed',
      report: '25 screens',
    });
    expect(certification).toEqual({
      outcome: 'passed',
      report: '25 screens',
      at: app.context.clock(),
      actor: 'operator',
    });
    expect((await promote(clientOf(app), first)).set).toMatchObject({ id, certification });
  });

  it('are verified by their files before they have a smoke test', async () => {
    const { id } = await prepareSet(clientOf(app), ['mfe-quiz@1.2.0']);
    expect(await verifySet(clientOf(app), id)).toMatchObject({ set: { certification: null }, reasons: [] });
  });

  it.each([
    ['promotion', (api: ReleaseClient) => promote(api, ['mfe-quiz@1.3.0'])],
    ['canary', (api: ReleaseClient) => promote(api, ['mfe-quiz@1.4.0'], { canary: 10 })],
    ['promotion that fails another gate, too', (api: ReleaseClient) => promote(api, ['mfe-quiz@1.6.0'])],
    ['removal', (api: ReleaseClient) => removeRemote(api, 'mfe-survey')],
  ])('are stored by a rejected %s, so that its advice can be followed', async (_, change) => {
    const rejected = await change(clientOf(app)).catch((error: unknown) => error);
    const id = /Run: npm run release -- certify (\w+)/.exec(String(rejected))?.[1] ?? '';
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    // The command previews the set, and stores the result.
    expect((await preview(clientOf(app), id)).url).toContain('preview=');
    const passed = { outcome: 'passed', report: '25 screens' } as const;
    expect(await sendCertification(clientOf(app), id, passed)).toMatchObject({ id, certification: passed });
  });

  it('are not stored by a rejected promotion if no smoke test is required', async () => {
    const before = await prepareSet(clientOf(app), ['mfe-quiz@1.5.0']);
    const other = await startTestApp({ database: app.context.database });
    await publishTest(other, testQuiz('1.7.0', { paths: ['/'] }));
    await expect(promote(clientOf(other), ['mfe-quiz@1.7.0'])).rejects.toMatchObject({
      message: expect.stringContaining('would be lost'),
    });
    await other.close();
    expect(await newestSet()).toBe(before.id);
  });

  it('are not stored by a rejected promotion that overrides the smoke test', async () => {
    await publishTest(app, testQuiz('1.8.0', { contract: 2 }));
    const before = await prepareSet(clientOf(app), ['mfe-quiz@1.5.0']);
    const overriding = { force: true, note: 'the site is down' };
    await expect(promote(clientOf(app), ['mfe-quiz@1.8.0'], overriding)).rejects.toMatchObject({
      message: expect.stringContaining('was built for contract 2'),
    });
    expect(await newestSet()).toBe(before.id);
  });

  it('each need their own smoke test, or an override with a reason', async () => {
    await prepareSet(clientOf(app), ['mfe-quiz@1.1.0']);
    const other = await prepareSet(clientOf(app), ['mfe-quiz@1.2.0']);
    await sendCertification(clientOf(app), other.id, { outcome: 'passed', report: '25 screens' });
    await expect(promote(clientOf(app), ['mfe-quiz@1.1.0'])).rejects.toMatchObject({
      message: expect.stringMatching(/has no smoke test/),
    });
    await promote(clientOf(app), ['mfe-quiz@1.1.0'], { force: true, note: 'the site is down' });
    const [move] = (await audit(clientOf(app))).deployments;
    expect(move?.note).toMatch(/^the site is down \[forced: The set \w+ has no smoke test\. Run: .*\]$/);
  });

  it('can be previewed by a link even before anything is live', async () => {
    const fresh = await startTestApp({ database: app.context.database });
    await fresh.context.database.db.deleteFrom('channels').execute();
    expect((await fresh.request('/')).status).toBe(503);
    const { id } = await prepareSet(clientOf(fresh), [...first.slice(0, 3), 'mfe-checkout@1.0.0']);
    const link = new URL((await preview(clientOf(fresh), id)).url);
    const led = await fresh.request(`/${link.search}`);
    const cookie = led.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    expect((await fresh.request('/', { headers: { cookie } })).status).toBe(200);
    expect(await (await fresh.request('/api/release-set', { headers: { cookie } })).json()).toMatchObject({
      id,
      isPreview: true,
    });
    await fresh.close();
  });

  it('are the same set with the same members, and change nothing that is live', async () => {
    const before = await status(clientOf(app));
    const one = await prepareSet(clientOf(app), [...first, 'mfe-quiz@1.0.0']);
    expect(await prepareSet(clientOf(app), [...first, 'mfe-quiz@1.0.0'])).toEqual(one);
    expect(await status(clientOf(app))).toEqual(before);
    await expect(prepareSet(clientOf(app), ['mfe-quiz@9.9.9'])).rejects.toMatchObject({
      message: 'mfe-quiz@9.9.9 was never published. "release list mfe-quiz" shows what is.',
    });
  });

  it('have unique numbers, even if created concurrently', async () => {
    const changes = ['mfe-quiz@1.2.0', 'mfe-quiz@1.3.0', 'mfe-quiz@1.4.0', 'mfe-quiz@1.5.0'];
    await promote(clientOf(app), first, { force: true, note: 'again' });
    const sets = await Promise.all(changes.map((change) => prepareSet(clientOf(app), [change])));
    expect(new Set(sets.map(({ number }) => number)).size).toBe(changes.length);
  });

  if (engine === 'postgres')
    it('have unique numbers, although neither is stored when both are created', async () => {
      for (const version of ['2.1.0', '2.2.0']) await publishTest(app, testQuiz(version));
      const { db } = app.context.database;
      const { sets } = await db.transaction().execute(async (holding) => {
        // Nothing is stored until this transaction ends.
        await sql`lock table release_set_members in exclusive mode`.execute(holding);
        const created = ['mfe-quiz@2.1.0', 'mfe-quiz@2.2.0'].map((change) =>
          prepareSet(clientOf(app), [change]),
        );
        await untilBlocked(db, created.length);
        return { sets: Promise.all(created) };
      });
      const [one, other] = (await sets).map(({ number }) => number).toSorted((a, b) => a - b);
      expect(other).toBe((one ?? 0) + 1);
    });

  it('contain the stable versions while a canary runs, and none of the canary', async () => {
    await publishTest(app, testPricing('1.1.0'));
    await promote(clientOf(app), ['mfe-quiz@1.5.0'], { canary: 10, force: true, note: 'try it' });
    expect((await prepareSet(clientOf(app), ['mfe-pricing@1.1.0'])).members).toEqual({
      shell: '1.0.0',
      'mfe-checkout': '1.0.0',
      'mfe-pricing': '1.1.0',
      'mfe-quiz': '1.0.0',
      'mfe-survey': '1.0.0',
    });
    await updateCanary(clientOf(app), { action: 'stop' });
  });

  it('are shown without running the gates on them', async () => {
    const set = await prepareSet(clientOf(app), ['mfe-quiz@1.3.0']);
    // The gates read the stored bytes of every file.
    const { db } = app.context.database;
    await sql`alter table files rename to unreadable_files`.execute(db);
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const shown = await app.request(`/api/releases/sets/${set.id}`, { headers });
    await sql`alter table unreadable_files rename to files`.execute(db);
    expect(shown.status).toBe(200);
    expect(await shown.json()).toEqual(set);
  });

  it.each([
    ['GET', ''],
    ['GET', '/verification'],
    ['PUT', '/certification'],
    ['POST', '/preview'],
  ])('return 404 for an unknown set: %s %s', async (method, what) => {
    const response = await app.request(`/api/releases/sets/ffffffffffff${what}`, {
      method,
      headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      detail:
        'There is no set "ffffffffffff". "release prepare" prints the id of one that is not live; "release audit" lists the sets that were live.',
    });
  });
});
