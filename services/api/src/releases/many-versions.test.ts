import { randomUUID } from 'node:crypto';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { audit, listBuilds, promote, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testPricing, testQuiz } from './release.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('hundreds of versions', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    await publishTest(app, testQuiz('1.0.0'));
    await publishTest(app, testQuiz('1.0.1'));
  });
  afterAll(() => app.close());

  /** Stores versions that are newer than all others. */
  async function store(minor: number) {
    const { db } = app.context.database;
    const build = await db.selectFrom('builds').selectAll().executeTakeFirstOrThrow();
    const later = Array.from({ length: 500 }, (_, patch) => ({
      ...build,
      version: `1.${minor}.${patch}`,
      published_at: build.published_at + minor * hourMs,
    }));
    await db.insertInto('builds').values(later).execute();
  }

  it('do not hide the versions of another app, nor the live one of their own', async () => {
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testPricing('1.2.0'));
    await store(1);
    const { builds } = await listBuilds(clientOf(app));
    const live = builds.filter(({ isLive }) => isLive).map(({ name }) => name);
    expect(live.toSorted()).toEqual(['mfe-checkout', 'mfe-pricing', 'mfe-quiz', 'shell']);
    expect(builds.filter(({ name }) => name === 'mfe-quiz')).toHaveLength(51);
    expect(builds.filter(({ name }) => name === 'mfe-pricing')).toHaveLength(2);
    const ofQuiz = await listBuilds(clientOf(app), 'mfe-quiz');
    expect(ofQuiz.builds).toHaveLength(501);
  });

  it('do not hide the version of the canary', async () => {
    await store(2);
    await promote(clientOf(app), ['mfe-quiz@1.0.1'], { canary: 10 });
    const { builds } = await listBuilds(clientOf(app));
    const visited = builds.flatMap(({ name, version, isLive, isCanary }) =>
      name === 'mfe-quiz' && (isLive || isCanary) ? [{ version, isLive, isCanary }] : [],
    );
    expect(visited).toHaveLength(2);
    expect(visited).toContainEqual({ version: '1.0.0', isLive: true, isCanary: false });
    expect(visited).toContainEqual({ version: '1.0.1', isLive: false, isCanary: true });
    // The other versions of the canary's set are those of the stable set.
    const ofCanary = builds
      .filter(({ isCanary }) => isCanary)
      .map(({ name, version }) => `${name}@${version}`);
    expect(ofCanary).toEqual(['mfe-quiz@1.0.1']);
    await updateCanary(clientOf(app), { action: 'stop' });
  });

  it('have their newest 200 changes in the history, and push those of no other app out of it', async () => {
    const { db } = app.context.database;
    const first = await db
      .selectFrom('version_audit')
      .selectAll()
      .where('name', '=', 'mfe-quiz')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    const later = Array.from({ length: 201 }, (_, patch) => ({
      ...first,
      id: randomUUID(),
      version: `9.0.${patch}`,
      at: first.at + 1 + patch,
    }));
    await db.insertInto('version_audit').values(later).execute();
    const { versions } = await audit(clientOf(app));
    const ofQuiz = versions.filter(({ name }) => name === 'mfe-quiz');
    expect(ofQuiz).toHaveLength(200);
    expect([ofQuiz[0]?.version, ofQuiz.at(-1)?.version]).toEqual(['9.0.200', '9.0.1']);
    const others = versions.slice(200).map(({ name, version }) => `${name}@${version}`);
    expect(others.toSorted()).toEqual([
      'mfe-checkout@1.0.0',
      'mfe-pricing@1.0.0',
      'mfe-pricing@1.2.0',
      'shell@1.0.0',
    ]);
  });

  it.each([
    [3, 'builds'],
    [4, 'contracts'],
    [5, 'apps/mfe-quiz'],
  ])('that nobody has read yet keep no visitor waiting, %i: %s', async (minor, path) => {
    await store(minor);
    let isRead = false;
    const reading = app
      .request(`/api/releases/${path}`, { headers: { authorization: `Bearer ${testOperatorToken}` } })
      .then(({ status }) => {
        isRead = true;
        return status;
      });
    let answered = 0;
    while (!isRead) {
      await app.request('/healthz');
      answered++;
    }
    expect(await reading).toBe(200);
    expect(answered).toBeGreaterThan(5);
  });
});
