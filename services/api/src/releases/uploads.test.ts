import { maxBuildsPerDay, pendingQuota } from '@funnel/releases/publishing/quotas';
import { sweepUnreferencedFiles } from '@funnel/releases/publishing/remove-unused-uploads';
import { insertPending } from '@funnel/releases/publishing/upload-repository';
import { missingFiles } from '@funnel/releases/registry/file-repository';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { integrityOf, publishTest, testQuiz, testRemote, testShell, withFiles } from './release.testkit.ts';

jest.setTimeout(30_000);

const hourMs = 3600 * 1000;
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

async function sweepAll({ context }: TestApp): Promise<void> {
  while ((await sweepUnreferencedFiles(context)) > 0);
}

describeOnEachEngine('uploads', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock: time.clock });
  });
  afterAll(() => app.close());

  const isStored = async (text: string) =>
    (await missingFiles(app.context.database.db, [integrityOf(text)])).length === 0;

  it('that no build needs are removed after a day, and those of builds stay', async () => {
    const build = testQuiz('1.0.0');
    await publishTest(app, build);
    expect((await put(app, 'nobody needs this')).status).toBe(201);
    time.advance(23 * hourMs);
    await sweepAll(app);
    expect(await isStored('nobody needs this')).toBe(true);
    time.advance(2 * hourMs);
    await sweepAll(app);
    expect(await isStored('nobody needs this')).toBe(false);
    for (const text of Object.values(build.texts)) expect(await isStored(text)).toBe(true);
  });

  it('wait for a day from when a publisher last sent or named them', async () => {
    await put(app, 'sent twice');
    const { manifest, texts } = withFiles(testQuiz('1.1.0'), { 'named.js': 'named later' });
    await put(app, 'named later');
    time.advance(20 * hourMs);
    expect((await put(app, 'sent twice')).status).toBe(200);
    expect((await announce(app, manifest)).status).toBe(409);
    time.advance(20 * hourMs);
    await sweepAll(app);
    expect([await isStored('sent twice'), await isStored('named later')]).toEqual([true, true]);
    expect(await publishTest(app, { manifest, texts })).toMatchObject({ outcome: 'published' });
    time.advance(30 * hourMs);
    await sweepAll(app);
    expect([await isStored('sent twice'), await isStored('named later')]).toEqual([false, true]);
  });

  it('that a build of an older version of the service needs stay', async () => {
    const build = testShell('1.0.0');
    await publishTest(app, build);
    const { db } = app.context.database;
    // An older version lists no files of builds and does not know which uploads wait.
    await db.deleteFrom('build_files').where('name', '=', 'shell').execute();
    await put(app, 'of an older version');
    await db.deleteFrom('pending_uploads').execute();
    for (const text of Object.values(build.texts))
      await insertPending(db, { integrity: integrityOf(text), bytes: 1, owner: 'ada' }, 0);
    await sweepAll(app);
    for (const text of Object.values(build.texts)) expect(await isStored(text)).toBe(true);
    expect(await isStored('of an older version')).toBe(true);
    time.advance(25 * hourMs);
    await sweepAll(app);
    expect(await isStored('of an older version')).toBe(false);
  });

  it('are not lost to a sweep that runs beside the publication of their build', async () => {
    const stored: boolean[] = [];
    for (let round = 0; round < 10; round += 1) {
      const build = withFiles(testQuiz(`2.0.${round}`), { 'late.js': `late ${round}` });
      for (const text of Object.values(build.texts)) await put(app, text);
      // Old enough to be removed in every other round.
      time.advance((round % 2 === 0 ? 20 : 30) * hourMs);
      const [answer] = await Promise.all([announce(app, build.manifest), sweepAll(app)]);
      // Either the build is there with all its files, or the publisher is told to send them again.
      const isPublished = answer.status === 201;
      if (!isPublished) expect(answer.status).toBe(409);
      for (const text of Object.values(build.texts)) if (isPublished) stored.push(await isStored(text));
    }
    expect(stored.length).toBeGreaterThan(0);
    expect(stored).not.toContain(false);
  });

  it('are refused while too many wait for their builds', async () => {
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
    const large = { integrity: 'sha384-large', bytes: pendingQuota.bytes };
    await insertPending(db, { ...large, owner: 'another publisher' }, time.clock());
    expect((await put(app, 'beside another publisher')).status).toBe(201);
    await insertPending(db, { ...large, integrity: 'sha384-own', owner }, time.clock());
    const refused = await put(app, 'one more');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('belong to no build yet') });
    time.advance(25 * hourMs);
    await sweepAll(app);
    expect((await put(app, 'one more')).status).toBe(201);
    await db
      .insertInto('pending_uploads')
      .values(
        Array.from({ length: pendingQuota.files }, (_, at) => ({
          integrity: `sha384-${at}`,
          bytes: 1,
          uploaded_at: time.clock(),
          owner,
        })),
      )
      .execute();
    expect((await put(app, 'and one more')).status).toBe(429);
    await db.deleteFrom('pending_uploads').execute();
  });

  it('are compressed once a publisher sends them as text, whoever sent them first as something else', async () => {
    const { db } = app.context.database;
    const text = `let repeated;${'repeated;'.repeat(500)}`;
    const hash = integrityOf(text).replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_');
    const send = (type: string) =>
      app.request(`/api/releases/files/${hash}`, {
        method: 'PUT',
        body: text,
        headers: { Authorization: `Bearer ${testOperatorToken}`, 'Content-Type': type },
      });
    const sizeOf = async () =>
      (
        await db
          .selectFrom('files')
          .select('body_br')
          .where('integrity', '=', integrityOf(text))
          .executeTakeFirstOrThrow()
      ).body_br.length;
    expect((await send('image/png')).status).toBe(201);
    expect(await sizeOf()).toBe(0);
    expect((await send('text/javascript')).status).toBe(200);
    expect(await sizeOf()).toBeGreaterThan(0);
    expect(await sizeOf()).toBeLessThan(text.length / 2);
  });

  it('become at most 100 versions of an app within a day', async () => {
    const { db } = app.context.database;
    const row = { name: 'mfe-many', digest: 'x', manifest: '{}', published_at: time.clock() };
    const rows = Array.from({ length: maxBuildsPerDay }, (_, at) => ({ ...row, version: `1.0.${at}` }));
    await db.insertInto('builds').values(rows).execute();
    const { manifest, texts } = testRemote('mfe-many', '2.0.0');
    for (const text of Object.values(texts)) await put(app, text);
    expect((await announce(app, manifest)).status).toBe(429);
    time.advance(25 * hourMs);
    for (const text of Object.values(texts)) await put(app, text);
    expect((await announce(app, manifest)).status).toBe(201);
  });
});
