import { createLog } from '@funnel/service-kit/log';
import { sql } from 'kysely';

import {
  describeOnEachEngine,
  setUptime,
  startAssignedVisit,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import {
  listBuilds,
  planRollback,
  prepareSet,
  promote,
  rollback,
  status,
  updateCanary,
  verifySet,
} from './release-calls.testkit.ts';
import {
  clientOf,
  integrityOf,
  publishProduct,
  publishTest,
  testPricing,
  testQuiz,
} from './release.testkit.ts';

const reason = 'mfe-quiz@1.1.0: the stored manifest does not match its digest';

/** Changes a row as an attacker with write access to the database would. */
const changeManifest = ({ context: { database } }: TestApp, version: string, from: string, to: string) =>
  database.db
    .updateTable('builds')
    .set(({ fn, val }) => ({ manifest: fn<string>('replace', ['manifest', val(from), val(to)]) }))
    .where('name', '=', 'mfe-quiz')
    .where('version', '=', version)
    .execute();

describeOnEachEngine('a build with a changed row', (open) => {
  let app: TestApp;
  const errors: unknown[] = [];
  /** Starts another replica with empty caches. */
  async function startAnother(): Promise<TestApp> {
    const log = createLog('silent');
    jest.spyOn(log, 'error').mockImplementation((...args: unknown[]) => void errors.push(args));
    return startTestApp({ database: await open(), log });
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
    await promote(clientOf(app), ['mfe-quiz@1.1.0']);
    await changeManifest(app, '1.1.0', '<h1>Quiz 1.1.0</h1>', '<h1>Forged</h1>');
  });
  afterAll(() => app.close());

  it('is not served: visitors get the previous set, and it is logged once', async () => {
    const other = await startAnother();
    for (let visit = 0; visit < 3; visit += 1) {
      const page = await other.request('/');
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<h1>Quiz 1.0.0</h1>');
    }
    expect((await other.request('/remotes/mfe-quiz/1.1.0/remoteEntry.js')).status).toBe(404);
    expect((await other.request('/remotes/mfe-quiz/1.0.0/remoteEntry.js')).status).toBe(200);
    expect(errors.filter((entry) => JSON.stringify(entry).includes(reason))).toEqual([
      [{ member: 'mfe-quiz@1.1.0' }, reason],
    ]);
    await other.close();
  });

  it('is named by the gates, and cannot be promoted again', async () => {
    const other = await startAnother();
    await publishTest(other, testQuiz('1.2.0'));
    const { id } = await prepareSet(clientOf(other), ['mfe-quiz@1.2.0']);
    expect((await verifySet(clientOf(other), id)).reasons).toEqual([]);
    const { set } = await promote(clientOf(other), ['mfe-quiz@1.2.0']);
    expect(await (await other.request('/')).text()).toContain('<h1>Quiz 1.2.0</h1>');

    const advice = `${reason}. Restore it from a backup, or publish another version.`;
    await expect(prepareSet(clientOf(other), ['mfe-quiz@1.1.0'])).rejects.toMatchObject({ message: advice });
    await changeManifest(app, '1.2.0', '<h1>Quiz 1.2.0</h1>', '<h1>Forged</h1>');
    const third = await startAnother();
    // One replica has cached the manifest.
    for (const replica of [other, third])
      expect((await verifySet(clientOf(replica), set?.id ?? '')).reasons[0]).toBe(
        advice.replace('1.1.0', '1.2.0'),
      );
    await publishTest(other, testPricing('1.1.0'));
    for (const force of [false, true])
      await expect(
        promote(clientOf(other), ['mfe-pricing@1.1.0'], { force, note: 'now' }),
      ).rejects.toMatchObject({ message: expect.stringContaining(advice.replace('1.1.0', '1.2.0')) });
    await Promise.all([other.close(), third.close()]);
  });

  it('cannot be published again under its version', async () => {
    await expect(publishTest(app, testQuiz('1.1.0'))).rejects.toMatchObject({
      code: 'version-taken',
      message: expect.stringContaining(reason),
    });
  });

  it('does not affect a set that uses it only as a fallback', async () => {
    const other = await startAnother();
    await publishTest(other, testQuiz('1.3.0'));
    await promote(clientOf(other), ['mfe-quiz@1.3.0']);
    expect(await (await other.request('/')).text()).toContain('<h1>Quiz 1.3.0</h1>');
    await other.close();
  });

  it('is not served to the visitors of a canary: they get the stable set', async () => {
    await publishTest(app, testQuiz('1.4.0'));
    const { canary } = await promote(clientOf(app), ['mfe-quiz@1.4.0'], { canary: 10 });
    const { cookie } = await startAssignedVisit(app, canary?.set.id ?? '');
    const quizOf = async (replica: TestApp) => {
      const page = await replica.request('/', { headers: { cookie } });
      return [page.status, /<h1>(.*?)<\/h1>/.exec(await page.text())?.[1]];
    };
    expect(await quizOf(app)).toEqual([200, 'Quiz 1.4.0']);
    await changeManifest(app, '1.4.0', '<h1>Quiz 1.4.0</h1>', '<h1>Forged</h1>');
    const other = await startAnother();
    expect(await quizOf(other)).toEqual([200, 'Quiz 1.3.0']);
    await updateCanary(clientOf(other), { action: 'stop' });
    await other.close();
  });

  it('is not replaced by the set of a canary, which a replica may have served before', async () => {
    await publishTest(app, testQuiz('1.5.0'));
    await publishTest(app, testQuiz('1.6.0'));
    const { set: stable } = await promote(clientOf(app), ['mfe-quiz@1.5.0']);
    const { canary } = await promote(clientOf(app), ['mfe-quiz@1.6.0'], { canary: 10 });
    const [ofStable, ofCanary] = await Promise.all(
      [stable, canary?.set].map((set) => startAssignedVisit(app, set?.id ?? '')),
    );
    await changeManifest(app, '1.5.0', '<h1>Quiz 1.5.0</h1>', '<h1>Forged</h1>');
    const other = await startAnother();
    const pageFor = async (visit?: { cookie: string }) =>
      (await other.request('/', { headers: { cookie: visit?.cookie ?? '' } })).text();
    expect(await pageFor(ofCanary)).toContain('<h1>Quiz 1.6.0</h1>');
    expect(await pageFor(ofStable)).toContain('<h1>Quiz 1.3.0</h1>');
    await updateCanary(clientOf(other), { action: 'stop' });
    await other.close();
  });

  it('is not the target of a rollback, which would change nothing for visitors', async () => {
    await publishTest(app, testQuiz('1.7.0'));
    await publishTest(app, testQuiz('1.8.0'));
    const { set: target } = await promote(clientOf(app), ['mfe-quiz@1.7.0']);
    await promote(clientOf(app), ['mfe-quiz@1.8.0']);
    // This replica has cached the manifest.
    expect(await (await app.request('/')).text()).toContain('<h1>Quiz 1.8.0</h1>');
    await changeManifest(app, '1.7.0', '<h1>Quiz 1.7.0</h1>', '<h1>Forged</h1>');
    const before = await status(clientOf(app));
    const rejection = {
      code: 'promotion-refused',
      message: [
        `The set "${target?.id}" cannot be served.`,
        `${reason.replace('1.1.0', '1.7.0')}. Restore it from a backup, or publish another version.`,
        'Roll back to another set instead: "release audit" lists them.',
      ].join('\n'),
    };
    await expect(planRollback(clientOf(app))).rejects.toMatchObject(rejection);
    await expect(rollback(clientOf(app))).rejects.toMatchObject(rejection);
    expect(await status(clientOf(app))).toEqual(before);
    const { db } = app.context.database;
    const [lost] = await db.deleteFrom('builds').where('version', '=', '1.7.0').returningAll().execute();
    if (!lost) throw new Error('The version was not stored');
    await expect(rollback(clientOf(app))).rejects.toMatchObject({
      code: 'promotion-refused',
      message: expect.stringContaining('mfe-quiz@1.7.0 was never published.'),
    });
    await db.insertInto('builds').values(lost).execute();
    expect(await status(clientOf(app))).toEqual(before);
  });

  it('is not replaced by the set that was rolled back', async () => {
    const other = await startAnother();
    const page = async () => (await other.request('/')).text();
    expect(await page()).toContain('<h1>Quiz 1.8.0</h1>');
    // Other replicas read the manifest again ten seconds after they found it changed.
    await changeManifest(app, '1.7.0', '<h1>Forged</h1>', '<h1>Quiz 1.7.0</h1>');
    await rollback(clientOf(app));
    const { db } = app.context.database;
    const startedAt = performance.now();
    await sql`alter table release_audit rename to audit_away`.execute(db);
    await setUptime(startedAt + 1000);
    // While the history cannot be read, there is no other set.
    expect(await page()).toContain('<h1>Quiz 1.8.0</h1>');
    await sql`alter table audit_away rename to release_audit`.execute(db);
    await setUptime(startedAt + 2100);
    expect(await page()).toContain('<h1>Quiz 1.3.0</h1>');
    jest.restoreAllMocks();
    await other.close();
  });
});

describeOnEachEngine('a build with a restored row', (open) => {
  it('is served again ten seconds after its manifest was restored', async () => {
    const app = await startTestApp({ database: await open() });
    await publishTest(app, testQuiz('1.1.0'));
    const statusAt = async (ms: number) => {
      await setUptime(ms);
      return (await app.request('/remotes/mfe-quiz/1.1.0/remoteEntry.js')).status;
    };
    await changeManifest(app, '1.1.0', 'Quiz', 'Forged');
    expect(await statusAt(1_000)).toBe(404);
    await changeManifest(app, '1.1.0', 'Forged', 'Quiz');
    expect(await statusAt(10_900)).toBe(404);
    expect(await statusAt(11_001)).toBe(200);
    jest.restoreAllMocks();
    await app.close();
  });

  it('is listed for operators with its bytes and its paths ten seconds after its manifest was restored', async () => {
    const app = await startTestApp({ database: await open() });
    const build = testQuiz('1.2.0');
    await publishTest(app, build);
    const listedAt = async (ms: number) => {
      await setUptime(ms);
      const { builds } = await listBuilds(clientOf(app), 'mfe-quiz');
      return builds.find(({ version }) => version === '1.2.0');
    };
    const bytes = Object.values(build.texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    await changeManifest(app, '1.2.0', 'Quiz', 'Forged');
    expect(await listedAt(1_000)).toMatchObject({ bytes: 0, paths: [] });
    await changeManifest(app, '1.2.0', 'Forged', 'Quiz');
    expect(await listedAt(11_001)).toMatchObject({ bytes, paths: ['/', '/goal'] });
    jest.restoreAllMocks();
    await app.close();
  });
});

describeOnEachEngine('a file with a changed row', (open) => {
  it.each(['body', 'body_br'] as const)('in its %s is not served, and is logged once', async (column) => {
    const database = await open();
    const app = await startTestApp({ database });
    const version = column === 'body' ? '1.0.0' : '1.1.0';
    const build = testQuiz(version);
    await publishTest(app, build);
    await database.db
      .updateTable('files')
      .set({ [column]: Buffer.from('steal()') })
      .where('integrity', '=', integrityOf(build.texts['remoteEntry.js'] ?? ''))
      .execute();
    const error = jest.spyOn(app.context.log, 'error');
    const path = `/remotes/mfe-quiz/${version}/remoteEntry.js`;
    for (let visit = 0; visit < 3; visit += 1) expect((await app.request(path)).status).toBe(404);
    expect(error.mock.calls).toEqual([
      [{ file: `mfe-quiz@${version}/remoteEntry.js` }, 'the stored bytes of a file do not match its hash'],
    ]);
    expect((await app.request(path.replace('remoteEntry', 'remote.1'))).status).toBe(200);
    await app.close();
  });

  it('is served again ten seconds after it was restored', async () => {
    const database = await open();
    const app = await startTestApp({ database });
    const build = testQuiz('1.0.0');
    await publishTest(app, build);
    const bytes = Buffer.from(build.texts['remoteEntry.js'] ?? '');
    const store = (body: Buffer) =>
      database.db
        .updateTable('files')
        .set({ body })
        .where('integrity', '=', integrityOf(bytes.toString()))
        .execute();
    const statusAt = async (ms: number) => {
      await setUptime(ms);
      return (await app.request('/remotes/mfe-quiz/1.0.0/remoteEntry.js')).status;
    };
    await store(Buffer.from('steal()'));
    expect(await statusAt(1_000)).toBe(404);
    await store(bytes);
    expect(await statusAt(10_900)).toBe(404);
    expect(await statusAt(11_001)).toBe(200);
    jest.restoreAllMocks();
    await app.close();
  });
});
