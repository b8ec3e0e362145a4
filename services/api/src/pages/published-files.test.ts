import { removeUnusedUploads } from '@funnel/releases/publishing/remove-unused-uploads';
import { createBuildReader } from '@funnel/releases/registry/build-repository';
import { createLog } from '@funnel/service-kit/log';

import { publishTest, testQuiz, testShell } from '../releases/release.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';

/** Counts the results of queries through the database, and those with a manifest. */
function counted(database: Database) {
  const counts = { results: 0, manifests: 0 };
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counts.results += 1;
      counts.manifests += result.rows.filter((row) => 'manifest' in row).length;
      return result;
    },
  });
  return { counts, database: { ...database, db } };
}

describeOnEachEngine('a published file', (open) => {
  let first: TestApp;
  beforeAll(async () => {
    first = await startTestApp({ database: await open() });
    await publishTest(first, testQuiz('1.0.0'));
    await publishTest(first, testShell('1.0.0'));
  });
  afterAll(() => first.close());

  /** Another replica, with empty caches. */
  async function startReplica() {
    const { counts, database } = counted(await open());
    const app = await startTestApp({ database });
    const statusOf = async (path: string) => (await app.request(path)).status;
    return { app, statusOf, counts: Object.assign(counts, { results: 0, manifests: 0 }) };
  }

  it.each(['/remotes/mfe-quiz/1.0.0', '/assets/1.0.0'])(
    'with a name that its version does not have costs one query, and reads no manifest: %s',
    async (folder) => {
      const { app, statusOf, counts } = await startReplica();
      for (const name of ['a.js', 'b.js', '__proto__', 'deep/c.js', '%25'])
        expect(await statusOf(`${folder}/${name}`)).toBe(404);
      expect(counts).toEqual({ results: 5, manifests: 0 });
      await app.close();
    },
  );

  it('reads its manifest once, and costs one query for each request', async () => {
    const { app, statusOf, counts } = await startReplica();
    for (let request = 0; request < 3; request += 1)
      expect(await statusOf('/remotes/mfe-quiz/1.0.0/remoteEntry.js')).toBe(200);
    expect(counts).toEqual({ results: 3, manifests: 1 });
    await app.close();
  });

  it('of a build that an older service version stored is served, and its names are listed later', async () => {
    const { db } = first.context.database;
    await db.deleteFrom('build_paths').execute();
    const damaged = { name: 'mfe-damaged', version: '1.0.0', digest: 'x', manifest: '{', published_at: 0 };
    await db.insertInto('builds').values(damaged).execute();
    const before = await startReplica();
    expect(await before.statusOf('/remotes/mfe-quiz/1.0.0/remoteEntry.js')).toBe(200);
    expect(await before.statusOf('/remotes/mfe-quiz/1.0.0/a.js')).toBe(404);
    await before.app.close();

    while ((await removeUnusedUploads(first.context)) > 0);
    const after = await startReplica();
    expect(await after.statusOf('/remotes/mfe-quiz/1.0.0/a.js')).toBe(404);
    expect(after.counts).toEqual({ results: 1, manifests: 0 });
    expect(await after.statusOf('/remotes/mfe-quiz/1.0.0/remoteEntry.js')).toBe(200);

    // A damaged manifest has no names until it is restored.
    const quiz = await db.selectFrom('builds').selectAll().where('name', '=', 'mfe-quiz').executeTakeFirst();
    const { digest = '', manifest = '' } = quiz ?? {};
    await db.updateTable('builds').set({ digest, manifest }).where('name', '=', 'mfe-damaged').execute();
    expect(await after.statusOf('/remotes/mfe-damaged/1.0.0/remoteEntry.js')).toBe(200);
    await after.app.close();
  });

  it('does not keep more than 500 manifests in memory', async () => {
    const { counts, database } = counted(await open());
    const build = await database.db
      .selectFrom('builds')
      .selectAll()
      .where('name', '=', 'mfe-quiz')
      .executeTakeFirstOrThrow();
    const versions = Array.from({ length: 500 }, (_, patch) => `2.0.${patch}`);
    const rows = versions.map((version) => ({ ...build, version }));
    await database.db.insertInto('builds').values(rows).execute();
    const readBuild = createBuildReader(database.db, createLog('silent'));
    for (const version of versions) expect(await readBuild('mfe-quiz', version)).not.toBeNull();
    counts.manifests = 0;
    await readBuild('mfe-quiz', '2.0.0');
    expect(counts.manifests).toBe(0);
    await readBuild('mfe-quiz', '1.0.0');
    await readBuild('mfe-quiz', '2.0.1');
    expect(counts.manifests).toBe(2);
  });
});
