import type { RemoteManifest } from '@funnel/contracts/release';
import { sql } from 'kysely';

import type { Database } from '../platform/database.ts';
import {
  describeOnEachEngine,
  setUptime,
  startAssignedVisit,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { openBrowser } from './browser.testkit.ts';
import { deprecate, promote, rollback, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testRemote, testShell } from './release.testkit.ts';

describeOnEachEngine('the fallback version of a remote', (open) => {
  let app: TestApp;
  const client = () => clientOf(app);

  /** The fallback versions in the set of a new visitor. */
  async function fallbacks(): Promise<string[]> {
    const { previous } = await openBrowser(app).shownSet();
    return previous.map(({ name, version }) => `${name}@${version}`);
  }
  /** Publishes and promotes a new version of every app, with the same requirements. */
  async function promoteAll(
    version: string,
    shell: Parameters<typeof testShell>[1],
    remote: Partial<RemoteManifest>,
  ): Promise<void> {
    const builds = [
      testShell(version, shell),
      testQuiz(version, remote),
      testRemote('mfe-pricing', version, { paths: ['/final'], ...remote }),
      testRemote('mfe-checkout', version, {
        paths: ['/checkout', '/payment-success'],
        widgets: ['payment-form'],
        ...remote,
      }),
    ];
    for (const build of builds) await publishTest(app, build);
    await promote(
      client(),
      builds.map(({ manifest }) => `${manifest.name}@${version}`),
    );
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    await promote(client(), await publishProduct(app));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  it('is the newest other version that was live', async () => {
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
      await publishTest(app, testQuiz(version));
      await promote(client(), [`mfe-quiz@${version}`]);
    }
    expect(await fallbacks()).toEqual(['mfe-quiz@1.2.0']);
  });

  it('is not one that was rolled back, even if the same set had it as the fallback before', async () => {
    await rollback(client());
    await rollback(client());
    await promote(client(), ['mfe-quiz@1.3.0']);
    expect(await fallbacks()).toEqual(['mfe-quiz@1.1.0']);
  });

  it('is not a deprecated one if there is another', async () => {
    await deprecate(client(), { name: 'mfe-quiz', version: '1.3.0', reason: 'it loses answers' });
    await promote(client(), ['mfe-quiz@1.2.0']);
    expect(await fallbacks()).toEqual(['mfe-quiz@1.1.0']);
  });

  it('is not one from whose sets visitors were moved away if there is another', async () => {
    await publishTest(app, testQuiz('1.4.0'));
    await promote(client(), ['mfe-quiz@1.4.0'], { withdraw: true });
    expect(await fallbacks()).toEqual(['mfe-quiz@1.1.0']);
  });

  it('is not a version that was deprecated since, without a deployment', async () => {
    await deprecate(client(), { name: 'mfe-quiz', version: '1.1.0', reason: 'it loses answers' });
    expect(await fallbacks()).toEqual(['mfe-quiz@1.0.0']);
    await deprecate(client(), { name: 'mfe-quiz', version: '1.1.0', reason: null });
    expect(await fallbacks()).toEqual(['mfe-quiz@1.1.0']);
  });

  it('is the newest other one if all are deprecated or in withdrawn sets', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      await deprecate(client(), { name: 'mfe-quiz', version, reason: 'it loses answers' });
    await publishTest(app, testQuiz('1.5.0'));
    await promote(client(), ['mfe-quiz@1.5.0'], { withdraw: true });
    expect(await fallbacks()).toEqual(['mfe-quiz@1.4.0']);
  });

  it('is not one that was built for a contract that the shell does not serve', async () => {
    await promoteAll('2.0.0', { contracts: [2] }, { contract: 2 });
    expect(await fallbacks()).toEqual([]);
    await publishTest(app, testQuiz('2.1.0', { contract: 2 }));
    await promote(client(), ['mfe-quiz@2.1.0']);
    expect(await fallbacks()).toEqual(['mfe-quiz@2.0.0']);
  });

  it('is not one that needs a React that the shell does not provide', async () => {
    await promoteAll('3.0.0', { contracts: [2], react: '20.0.1' }, { contract: 2, react: '^20.0.0' });
    expect(await fallbacks()).toEqual([]);
  });

  it('is found although other apps were deployed many times since', async () => {
    const needs = { contract: 2, react: '^20.0.0' };
    await publishTest(app, testQuiz('3.1.0', needs));
    await promote(client(), ['mfe-quiz@3.1.0']);
    for (const version of ['3.1.0', '3.2.0'])
      await publishTest(app, testRemote('mfe-pricing', version, { paths: ['/final'], ...needs }));
    for (let deployment = 1; deployment <= 24; deployment++)
      await promote(client(), [`mfe-pricing@${deployment % 2 === 1 ? '3.1.0' : '3.2.0'}`]);
    expect((await fallbacks()).toSorted()).toEqual(['mfe-pricing@3.1.0', 'mfe-quiz@3.0.0']);
  });
});

describeOnEachEngine('a live set that cannot be composed', (open) => {
  /** Renames a version of the quiz, so that sets with it are not complete. */
  const rename = ({ db }: Database, from: string, to: string) =>
    db
      .updateTable('builds')
      .set({ version: to })
      .where('name', '=', 'mfe-quiz')
      .where('version', '=', from)
      .execute();

  it('is replaced by the previous one, and tried again a second later', async () => {
    const database = await open();
    const app = await startTestApp({ database });
    await promote(clientOf(app), await publishProduct(app));
    for (const version of ['1.1.0', '1.2.0']) {
      await publishTest(app, testQuiz(version));
      await promote(clientOf(app), [`mfe-quiz@${version}`]);
    }

    await rename(database, '1.2.0', 'away');
    // A replica with empty caches.
    const other = await startTestApp({ database });
    const quizOf = async () => /<h1>(Quiz [^<]+)</.exec(await (await other.request('/')).text())?.[1];
    const startedAt = performance.now();
    await setUptime(startedAt);
    expect(await quizOf()).toBe('Quiz 1.1.0');
    await rename(database, 'away', '1.2.0');
    await setUptime(startedAt + 900);
    expect(await quizOf()).toBe('Quiz 1.1.0');
    await setUptime(startedAt + 1100);
    expect(await quizOf()).toBe('Quiz 1.2.0');
    jest.restoreAllMocks();
    await Promise.all([app.close(), other.close()]);
  });

  it('is replaced by an older one if the previous one cannot be composed either', async () => {
    const database = await open();
    await rename(database, '1.2.0', 'away');
    await rename(database, '1.1.0', 'away too');
    const app = await startTestApp({ database });
    const page = await app.request('/');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Quiz 1.0.0</h1>')]);
    await rename(database, 'away', '1.2.0');
    await rename(database, 'away too', '1.1.0');
    await app.close();
  });

  it('is not replaced by a canary that was served and then stopped', async () => {
    const database = await open();
    const app = await startTestApp({ database });
    const other = await startTestApp({ database });
    const started = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 50 });
    const visits = [started.set, started.canary?.set].map((set) => startAssignedVisit(app, set?.id ?? ''));
    const quizzes = async () =>
      Promise.all(
        (await Promise.all(visits)).map(async ({ cookie }) => {
          const page = await other.request('/', { headers: { cookie } });
          return /<h1>(Quiz [^<]+)</.exec(await page.text())?.[1];
        }),
      );
    expect(await quizzes()).toEqual(['Quiz 1.2.0', 'Quiz 1.1.0']);
    await updateCanary(clientOf(app), { action: 'stop' });
    await sql`alter table release_audit rename to audit_away`.execute(database.db);
    // The channel that the replica knows expires by the process's own clock.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    expect(await quizzes()).toEqual(['Quiz 1.2.0', 'Quiz 1.2.0']);
    jest.restoreAllMocks();
    await sql`alter table audit_away rename to release_audit`.execute(database.db);
    await Promise.all([app.close(), other.close()]);
  });

  it('is replaced by the last one that was served if the database fails', async () => {
    const database = await open();
    const app = await startTestApp({ database });
    const other = await startTestApp({ database });
    await promote(clientOf(app), ['mfe-quiz@1.1.0']);
    expect(await (await other.request('/')).text()).toContain('<h1>Quiz 1.1.0</h1>');
    await promote(clientOf(app), ['mfe-quiz@1.2.0']);
    await sql`alter table release_audit rename to audit_away`.execute(database.db);
    // The channel that the replica knows expires by the process's own clock.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    const page = await other.request('/');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Quiz 1.1.0</h1>')]);
    jest.restoreAllMocks();
    await sql`alter table audit_away rename to release_audit`.execute(database.db);
    await Promise.all([app.close(), other.close()]);
  });
});
