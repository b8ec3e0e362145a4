import { insertFile } from '@funnel/releases/registry/file-repository';

import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { promote, rollback, status } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const rejection = {
  code: 'too-many-requests',
  message: expect.stringMatching(
    /^The stored builds and uploads have 1 MB together; MAX_STORED_BUILDS_MB=1 is the limit\. /,
  ),
};

describeOnEachEngine('stored builds', (open) => {
  let database: Database;
  let app: TestApp;
  const start = (megabytes: string) =>
    startTestApp({ database, environment: { MAX_STORED_BUILDS_MB: megabytes } });
  beforeAll(async () => {
    database = await open();
    app = await start('1');
    await promote(clientOf(app), await publishProduct(app));
  });
  afterAll(() => app.close());

  const membersOf = async () => (await status(clientOf(app))).set?.members;

  it('that reach the limit together stay usable, and another one is accepted after it was raised', async () => {
    const { db } = database;
    const file = { integrity: 'sha384-large', type: 'text/javascript', body: Buffer.alloc(600 * 1024) };
    await insertFile(db, { ...file, body_br: Buffer.alloc(100 * 1024) });
    expect(await publishTest(app, testQuiz('1.1.0'))).toMatchObject({ outcome: 'published' });
    await db
      .updateTable('files')
      .set({ body_br: Buffer.alloc(424 * 1024) })
      .where('integrity', '=', file.integrity)
      .execute();

    await expect(publishTest(app, testQuiz('1.2.0'))).rejects.toMatchObject(rejection);
    expect(await publishTest(app, testQuiz('1.1.0'))).toMatchObject({ outcome: 'unchanged' });
    await promote(clientOf(app), ['mfe-quiz@1.1.0']);
    expect(await membersOf()).toMatchObject({ 'mfe-quiz': '1.1.0' });
    expect((await app.request('/remotes/mfe-quiz/1.1.0/remoteEntry.js')).status).toBe(200);
    expect((await app.request('/')).status).toBe(200);
    await rollback(clientOf(app));
    expect(await membersOf()).toMatchObject({ 'mfe-quiz': '1.0.0' });

    const raised = await start('2');
    expect(await publishTest(raised, testQuiz('1.2.0'))).toMatchObject({ outcome: 'published' });
    await raised.close();
  });

  it('are counted with their manifests', async () => {
    const { db } = database;
    await db.deleteFrom('files').where('integrity', '=', 'sha384-large').execute();
    const build = { name: 'mfe-many', version: '1.0.0', digest: 'x', published_at: 0 };
    await db
      .insertInto('builds')
      .values({ ...build, manifest: ' '.repeat(1024 * 1024) })
      .execute();
    await expect(publishTest(app, testQuiz('1.3.0'))).rejects.toMatchObject(rejection);
    await db.deleteFrom('builds').where('name', '=', 'mfe-many').execute();
    expect(await publishTest(app, testQuiz('1.3.0'))).toMatchObject({ outcome: 'published' });
  });
});
