import { request } from 'node:http';

import { removeUnusedUploads } from '@funnel/releases/publishing/remove-unused-uploads';
import {
  insertPending,
  readPendingTotals,
  touchPending,
} from '@funnel/releases/publishing/upload-repository';
import { missingFiles } from '@funnel/releases/registry/file-repository';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { untilBlocked } from './blocked-statements.testkit.ts';
import { integrityOf, publishTest, testQuiz, testRemote, testShell, withFiles } from './release.testkit.ts';

const hourMs = 3600 * 1000;
const megabyte = 1024 * 1024;
const time = createTestClock();

const put = (app: TestApp, text: string) => {
  const hash = integrityOf(text).replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_');
  return app.request(`/api/releases/files/${hash}`, {
    method: 'PUT',
    body: text,
    headers: { Authorization: `Bearer ${testOperatorToken}`, 'Content-Type': 'text/javascript' },
  });
};
const announce = (app: TestApp, manifest: object) =>
  app.post('/api/releases/builds', manifest, { Authorization: `Bearer ${testOperatorToken}` });

async function cleanUpAll({ context }: TestApp): Promise<void> {
  while ((await removeUnusedUploads(context)) > 0);
}

describeOnEachEngine('uploads', (open, engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock: time.clock });
  });
  afterAll(() => app.close());

  const isStored = async (text: string) =>
    (await missingFiles(app.context.database.db, [integrityOf(text)])).length === 0;

  it('that no build uses are deleted after a day, and files of builds are kept', async () => {
    const build = testQuiz('1.0.0');
    await publishTest(app, build);
    const waiting = () => readPendingTotals(app.context.database.db);
    expect(await waiting()).toEqual({ files: 0, bytes: 0 });
    expect((await put(app, 'nobody needs this')).status).toBe(201);
    expect(await waiting()).toEqual({ files: 1, bytes: 17 });
    time.advance(23 * hourMs);
    await cleanUpAll(app);
    expect(await isStored('nobody needs this')).toBe(true);
    time.advance(2 * hourMs);
    await cleanUpAll(app);
    expect(await isStored('nobody needs this')).toBe(false);
    for (const text of Object.values(build.texts)) expect(await isStored(text)).toBe(true);
    expect(await waiting()).toEqual({ files: 0, bytes: 0 });
  });

  it('wait for a day after a publisher last sent or named them', async () => {
    await put(app, 'sent twice');
    const { manifest, texts } = withFiles(testQuiz('1.1.0'), { 'named.js': 'named later' });
    await put(app, 'named later');
    time.advance(20 * hourMs);
    expect((await put(app, 'sent twice')).status).toBe(200);
    expect((await announce(app, manifest)).status).toBe(409);
    time.advance(20 * hourMs);
    await cleanUpAll(app);
    expect([await isStored('sent twice'), await isStored('named later')]).toEqual([true, true]);
    expect(await publishTest(app, { manifest, texts })).toMatchObject({ outcome: 'published' });
    time.advance(30 * hourMs);
    await cleanUpAll(app);
    expect([await isStored('sent twice'), await isStored('named later')]).toEqual([false, true]);
  });

  it('that a build of an older service version uses are kept', async () => {
    const build = testShell('1.0.0');
    for (const published of [build, testShell('1.1.0')]) await publishTest(app, published);
    const { db } = app.context.database;
    // An older version neither lists files of builds nor stores pending uploads.
    await db.deleteFrom('build_files').where('name', '=', 'shell').where('version', '=', '1.0.0').execute();
    const damaged = { name: 'mfe-damaged', version: '1.0.0', digest: 'x', manifest: '{', published_at: 0 };
    await db.insertInto('builds').values(damaged).execute();
    await put(app, 'of an older version');
    await db.deleteFrom('pending_uploads').execute();
    for (const text of Object.values(build.texts))
      await insertPending(db, { integrity: integrityOf(text), bytes: 1, owner: 'ada' }, 0);
    await cleanUpAll(app);
    for (const text of Object.values(build.texts)) expect(await isStored(text)).toBe(true);
    expect(await isStored('of an older version')).toBe(true);
    time.advance(25 * hourMs);
    await cleanUpAll(app);
    expect(await isStored('of an older version')).toBe(false);
  });

  it('are not lost to a cleanup that runs during the publication of their build', async () => {
    const stored: boolean[] = [];
    for (let round = 0; round < 10; round += 1) {
      const build = withFiles(testQuiz(`2.0.${round}`), { 'late.js': `late ${round}` });
      for (const text of Object.values(build.texts)) await put(app, text);
      // Old enough to be deleted in every second round.
      time.advance((round % 2 === 0 ? 20 : 30) * hourMs);
      const [answer] = await Promise.all([announce(app, build.manifest), cleanUpAll(app)]);
      // Either the build is published with all its files, or the publisher has to send them again.
      const isPublished = answer.status === 201;
      if (!isPublished) expect(answer.status).toBe(409);
      for (const text of Object.values(build.texts)) if (isPublished) stored.push(await isStored(text));
    }
    expect(stored.length).toBeGreaterThan(0);
    expect(stored).not.toContain(false);
  });

  if (engine === 'postgres')
    it('are kept if a publisher names them again while the cleanup deletes them', async () => {
      const { db } = app.context.database;
      await put(app, 'named at last');
      time.advance(25 * hourMs);
      const { cleanup } = await db.transaction().execute(async (publishing) => {
        await touchPending(publishing, [integrityOf('named at last')], time.clock());
        const running = cleanUpAll(app);
        await untilBlocked(db);
        return { cleanup: running };
      });
      await cleanup;
      expect(await isStored('named at last')).toBe(true);
    });

  it('are rejected before their bodies are read while 16 of one publisher arrive', async () => {
    const start = (path: string, method: string, type: string) => {
      const headers = {
        Authorization: `Bearer ${testOperatorToken}`,
        'Content-Type': type,
        'Content-Length': 1000,
      };
      return request(`${app.operatorsOrigin}${path}`, { method, headers });
    };
    const slow = Array.from({ length: 18 }, (_, at) =>
      at % 2 === 0
        ? start(`/api/releases/files/${'A'.repeat(64)}`, 'PUT', 'text/javascript')
        : start('/api/releases/builds', 'POST', 'application/json'),
    );
    const rejected: (number | undefined)[] = [];
    await new Promise<void>((resolve) => {
      for (const upload of slow)
        upload
          .on('error', () => undefined)
          .on('response', ({ statusCode }) => {
            if (rejected.push(statusCode) === 2) resolve();
          })
          .write(' ');
    });
    expect(rejected).toEqual([429, 429]);
    const next = await put(app, 'after slow ones');
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await announce(app, testQuiz('3.0.0').manifest)).status).toBe(429);

    for (const upload of slow) upload.destroy();
    let status = 429;
    while (status === 429) ({ status } = await put(app, 'after slow ones'));
    expect(status).toBe(201);
  });

  it('are rejected if too many wait for their builds', async () => {
    const { db } = app.context.database;
    const ownerOf = async (text: string) =>
      (
        await db
          .selectFrom('pending_uploads')
          .select('owner')
          .where('integrity', '=', integrityOf(text))
          .executeTakeFirstOrThrow()
      ).owner;
    await put(app, 'the first');
    const owner = await ownerOf('the first');
    const large = { integrity: 'sha384-large', bytes: 50 * megabyte };
    await insertPending(db, { ...large, owner: 'another publisher' }, time.clock());
    expect((await put(app, 'beside another publisher')).status).toBe(201);
    await insertPending(db, { integrity: 'sha384-own', bytes: 49 * megabyte, owner }, time.clock());
    expect((await put(app, 'within 50 MB')).status).toBe(201);
    await insertPending(db, { integrity: 'sha384-last', bytes: megabyte, owner }, time.clock());
    const rejected = await put(app, 'one more');
    expect(rejected.status).toBe(429);
    expect(await rejected.json()).toMatchObject({
      detail: expect.stringContaining('belong to no build'),
    });
    time.advance(25 * hourMs);
    await cleanUpAll(app);
    expect((await put(app, 'one more')).status).toBe(201);
    const insertMany = (count: number, ownerAt: (at: number) => string) =>
      db
        .insertInto('pending_uploads')
        .values(
          Array.from({ length: count }, (_, at) => ({
            integrity: `sha384-${at}`,
            bytes: 1,
            uploaded_at: time.clock(),
            owner: ownerAt(at),
          })),
        )
        .execute();
    await db.deleteFrom('pending_uploads').execute();
    await insertMany(499, () => owner);
    expect((await put(app, 'the 500th file')).status).toBe(201);
    expect((await put(app, 'the 501st file')).status).toBe(429);
    await db.deleteFrom('pending_uploads').execute();
    await insertMany(4999, (at) => `publisher ${at % 20}`);
    expect((await put(app, 'the 5,000th file of all')).status).toBe(201);
    expect((await put(app, 'the 5,001st file of all')).status).toBe(429);
    await db.deleteFrom('pending_uploads').execute();
    for (const other of [1, 2, 3, 4])
      await insertPending(
        db,
        { integrity: `sha384-${other}`, bytes: 124 * megabyte, owner: `publisher ${other}` },
        time.clock(),
      );
    expect((await put(app, 'within the quota of all publishers together')).status).toBe(201);
    await insertPending(
      db,
      { integrity: 'sha384-5', bytes: 4 * megabyte, owner: 'publisher 5' },
      time.clock(),
    );
    expect((await put(app, 'beyond the quota of all publishers together')).status).toBe(429);
    await db.deleteFrom('pending_uploads').execute();
  });

  it('that are rejected name how many files and bytes of the publisher itself wait, also at the limit of all', async () => {
    const { db } = app.context.database;
    await db.deleteFrom('pending_uploads').execute();
    for (const text of ['twelve bytes', 'and sixteen more']) expect((await put(app, text)).status).toBe(201);
    for (const other of [1, 2, 3, 4, 5])
      await insertPending(
        db,
        { integrity: `sha384-${other}`, bytes: 100 * megabyte, owner: `publisher ${other}` },
        time.clock(),
      );
    const rejected = await put(app, 'more than all may send');
    expect(rejected.status).toBe(429);
    expect((await rejected.json()).detail).toMatch(
      /^Too many uploaded files belong to no build\. Yours: 2, 28 bytes\./,
    );
    await db.deleteFrom('pending_uploads').execute();
  });

  it('are compressed when they are sent as text, even if they were first sent as another type', async () => {
    const { db } = app.context.database;
    const text = `let repeated;${'repeated;'.repeat(500)}`;
    const hash = integrityOf(text).replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_');
    const send = (type: string) =>
      app.request(`/api/releases/files/${hash}`, {
        method: 'PUT',
        body: text,
        headers: { Authorization: `Bearer ${testOperatorToken}`, 'Content-Type': type },
      });
    const compressedOf = async (of: string) =>
      (
        await db
          .selectFrom('files')
          .select('body_br')
          .where('integrity', '=', integrityOf(of))
          .executeTakeFirstOrThrow()
      ).body_br;
    const sizeOf = async () => (await compressedOf(text)).length;
    const other = testQuiz('1.0.0').texts['remoteEntry.js'] ?? '';
    const before = await compressedOf(other);
    expect((await send('image/png')).status).toBe(201);
    expect(await sizeOf()).toBe(0);
    expect((await send('text/javascript')).status).toBe(200);
    expect(await sizeOf()).toBeGreaterThan(0);
    expect(await sizeOf()).toBeLessThan(text.length / 2);
    expect(await compressedOf(other)).toEqual(before);
  });

  it('are limited to 100 versions of an app per day, except while the product is developed', async () => {
    const { db } = app.context.database;
    const row = { name: 'mfe-many', digest: 'x', manifest: '{}', published_at: time.clock() };
    const rows = Array.from({ length: 99 }, (_, at) => ({ ...row, version: `1.0.${at}` }));
    await db.insertInto('builds').values(rows).execute();
    expect(await publishTest(app, testRemote('mfe-many', '1.1.0'))).toMatchObject({ outcome: 'published' });
    const { manifest, texts } = testRemote('mfe-many', '2.0.0');
    for (const text of Object.values(texts)) await put(app, text);
    expect((await announce(app, manifest)).status).toBe(429);
    expect(await publishTest(app, testRemote('mfe-many', '1.1.0'))).toMatchObject({ outcome: 'unchanged' });
    expect(await publishTest(app, testRemote('mfe-few', '1.0.0'))).toMatchObject({ outcome: 'published' });
    const environment = { NODE_ENV: 'development' };
    const development = await startTestApp({
      database: app.context.database,
      clock: time.clock,
      environment,
    });
    expect(await publishTest(development, testRemote('mfe-many', '1.2.0'))).toMatchObject({
      outcome: 'published',
    });
    await development.close();
    time.advance(23 * hourMs);
    expect((await announce(app, manifest)).status).toBe(429);
    time.advance(2 * hourMs);
    for (const text of Object.values(texts)) await put(app, text);
    expect((await announce(app, manifest)).status).toBe(201);
  });

  it('are limited to 100 versions of an app per day even if several are published at once', async () => {
    const { db } = app.context.database;
    const row = { name: 'mfe-eager', digest: 'x', manifest: '{}', published_at: time.clock() };
    const rows = Array.from({ length: 98 }, (_, at) => ({ ...row, version: `1.0.${at}` }));
    await db.insertInto('builds').values(rows).execute();
    const builds = Array.from({ length: 5 }, (_, at) => testRemote('mfe-eager', `2.0.${at}`));
    for (const { texts } of builds) for (const text of Object.values(texts)) await put(app, text);
    const responses = await Promise.all(builds.map(({ manifest }) => announce(app, manifest)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429]);
  });

  it('are unchanged if the last version that a day allows is announced twice at once', async () => {
    const { db } = app.context.database;
    const row = { name: 'mfe-twice', digest: 'x', manifest: '{}', published_at: time.clock() };
    const rows = Array.from({ length: 99 }, (_, at) => ({ ...row, version: `1.0.${at}` }));
    await db.insertInto('builds').values(rows).execute();
    const { manifest, texts } = testRemote('mfe-twice', '2.0.0');
    for (const text of Object.values(texts)) await put(app, text);
    const responses = await Promise.all([announce(app, manifest), announce(app, manifest)]);
    const results = await Promise.all(responses.map((response) => response.json()));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['published', 'unchanged']);
  });
});
