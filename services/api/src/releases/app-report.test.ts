import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';
import { createToken, deprecate, promote, rollback, updateCanary } from './release-calls.testkit.ts';
import {
  clientOf,
  publishProduct,
  publishTest,
  publishTestBuild,
  testPricing,
  testQuiz,
  testRemote,
} from './release.testkit.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('the report of an app', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let stable = '';

  const request = (name: string) =>
    app.request(`/api/releases/apps/${name}`, { headers: { authorization: `Bearer ${testOperatorToken}` } });

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    stable = (await promote(clientOf(app), await publishProduct(app))).set?.id ?? '';
    await publishTest(app, testPricing('1.1.0'));
    advance(1000);
    const { token } = await createToken(clientOf(app), {
      name: 'quiz-team',
      preset: 'publisher:mfe-quiz',
      days: 9,
    });
    await publishTestBuild({ url: app.operatorsOrigin, token }, testQuiz('1.1.0'));
    for (const version of ['1.2.0', '1.3.0']) {
      advance(1000);
      await publishTest(app, testQuiz(version));
    }
    await deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.3.0', reason: 'it is slow' });
  });
  afterAll(() => app.close());

  it('states of each version who published it, what it is to visitors, how many have it, and its errors', async () => {
    const { db } = app.context.database;
    const withdrawn = await promote(clientOf(app), ['mfe-quiz@1.1.0']);
    await rollback(clientOf(app));
    const canary = (await promote(clientOf(app), ['mfe-quiz@1.2.0'], { canary: 10 })).canary?.set.id ?? '';
    const failed = {
      remote: 'mfe-quiz',
      version: '1.2.0',
      detail: 'TypeError /remotes/mfe-quiz/1.2.0/a.js:1:2',
    };
    const madeUp = { remote: 'mfe-quiz', version: '9.9.9', detail: 'made up' };
    const visit = { setId: canary, at: clock() };
    await insertVisits(db, [
      createVisit({ setId: stable, at: clock() - 8 * dayMs, failures: [{ ...failed, version: '1.0.0' }] }),
      createVisit({ setId: stable, at: clock() - 2, failures: [{ ...failed, version: '1.0.0' }] }),
      createVisit({ setId: stable, at: clock(), pages: ['/', '/goal'] }),
      createVisit({ setId: withdrawn.set?.id ?? '', at: clock() }),
      createVisit({ ...visit, failures: [failed, failed] }),
      // The same fault, reached from another place.
      createVisit({
        ...visit,
        at: clock() - 1,
        failures: [
          { ...failed, detail: `${failed.detail} < /assets/main.js:4:5` },
          { ...failed, detail: 'RangeError /remotes/mfe-quiz/1.2.0/a.js:3:4', name: 'ScriptFailed' },
          madeUp,
          { ...failed, remote: 'mfe-legal' },
          { ...failed, remote: 'mfe-pricing', version: '1.0.0' },
        ],
      }),
      createVisit({
        ...visit,
        purchases: [{ currency: 'USD', amountMinor: 1999, status: 'paid' }],
        failures: [{ ...failed, detail: 'unknown' }],
      }),
    ]);
    const report = Object(await (await request('mfe-quiz')).json());
    const { bytes } = report.versions[0];
    expect(bytes).toBeGreaterThan(0);
    const version = {
      bytes: expect.any(Number),
      contracts: [{ contract: 1, acceptedUntil: null }],
      deprecation: null,
      visitors: 0,
    };
    const operator = { actor: 'operator', source: null };
    expect(report).toEqual({
      name: 'mfe-quiz',
      visitors: 4,
      versions: [
        {
          ...version,
          version: '1.3.0',
          publishedAt: clock(),
          publisher: operator,
          state: 'stored',
          deprecation: 'it is slow',
        },
        {
          ...version,
          version: '1.2.0',
          publishedAt: clock() - 1000,
          publisher: operator,
          state: 'canary',
          visitors: 2,
        },
        {
          ...version,
          version: '1.1.0',
          publishedAt: clock() - 2000,
          publisher: { actor: 'quiz-team', source: null },
          state: 'withdrawn',
        },
        {
          ...version,
          version: '1.0.0',
          publishedAt: clock() - 3000,
          publisher: operator,
          state: 'live',
          visitors: 2,
        },
      ],
      errorsSince: clock() - 7 * dayMs,
      errors: [
        {
          version: '1.2.0',
          kind: 'load-or-render',
          detail: 'TypeError /remotes/mfe-quiz/1.2.0/a.js:1:2',
          paths: ['/'],
          visitors: 2,
          lastAt: clock(),
        },
        {
          version: '1.2.0',
          kind: 'load-or-render',
          detail: 'unknown',
          paths: ['/'],
          visitors: 1,
          lastAt: clock(),
        },
        {
          version: '1.2.0',
          kind: 'script',
          detail: 'RangeError /remotes/mfe-quiz/1.2.0/a.js:3:4',
          paths: ['/'],
          visitors: 1,
          lastAt: clock() - 1,
        },
        {
          version: '1.0.0',
          kind: 'load-or-render',
          detail: 'TypeError /remotes/mfe-quiz/1.2.0/a.js:1:2',
          paths: ['/'],
          visitors: 1,
          lastAt: clock() - 2,
        },
      ],
    });
  });

  it('calls a version live that the live set and the canary contain', async () => {
    expect(await (await request('mfe-checkout')).json()).toMatchObject({
      versions: [{ version: '1.0.0', state: 'live' }],
    });
  });

  it('calls a version withdrawn if the last set with it was, and not an earlier one', async () => {
    await updateCanary(clientOf(app), { action: 'stop' });
    await promote(clientOf(app), ['mfe-quiz@1.2.0', 'mfe-pricing@1.1.0']);
    await promote(clientOf(app), ['mfe-quiz@1.3.0']);
    // Reports are cached for a moment.
    const replica = await startTestApp({ database: app.context.database, clock });
    const report = await replica.request('/api/releases/apps/mfe-quiz', {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
    expect(Object(await report.json()).versions).toMatchObject([
      { version: '1.3.0', state: 'live' },
      { version: '1.2.0', state: 'stored' },
      { version: '1.1.0', state: 'withdrawn' },
      { version: '1.0.0', state: 'stored' },
    ]);
    await replica.close();
  });

  it('is not found for an app that was never published', async () => {
    const response = await request('mfe-none');
    expect([response.status, Object(await response.json()).detail]).toEqual([
      404,
      expect.stringContaining('No version of "mfe-none" has been published.'),
    ]);
  });

  it('counts only visitors who have a version of the app', async () => {
    for (const name of ['mfe-survey', 'mfe-goals'])
      await publishTest(app, testRemote(name, '1.0.0', { paths: [`/${name}`] }));
    const { set } = await promote(clientOf(app), ['mfe-survey@1.0.0']);
    await insertVisits(
      app.context.database.db,
      [stable, set?.id ?? ''].map((setId) => createVisit({ setId, at: clock() })),
    );
    expect(await (await request('mfe-survey')).json()).toMatchObject({ visitors: 1 });
    expect(await (await request('mfe-goals')).json()).toMatchObject({ visitors: 0 });
  });

  it('lists the 50 errors that the most visitors had, with ten paths of each', async () => {
    const { db } = app.context.database;
    advance(8 * dayMs);
    const paths = [...'abcdefghijkl'].map((letter) => `/${letter}`);
    const failed = (detail: string, visitor: number, path: string, at: number) =>
      anEvent({
        visit_id: `${detail} ${visitor}`,
        name: 'ScriptFailed',
        payload: JSON.stringify({ detail }),
        received_at: at,
        set_id: stable,
        remote: 'mfe-quiz',
        version: '1.0.0',
        path,
      });
    const rare = Array.from({ length: 52 }, (_, at) => failed(`rare ${at}`, 0, '/', clock() - 100 + at));
    const frequent = paths.map((path, at) => failed('frequent', at, path, clock() - 200 + at));
    await db
      .insertInto('events')
      .values([...rare, ...frequent])
      .execute();
    const replica = await startTestApp({ database: app.context.database, clock });
    const response = await replica.request('/api/releases/apps/mfe-quiz', {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
    const { errors } = Object(await response.json());
    expect(errors).toHaveLength(50);
    expect(errors[0]).toEqual({
      version: '1.0.0',
      kind: 'script',
      detail: 'frequent',
      paths: ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j'],
      visitors: 12,
      lastAt: clock() - 200 + 11,
    });
    // Of errors that as many visitors had, the last one is first.
    expect(errors[1]).toMatchObject({ detail: 'rare 51', visitors: 1 });
    await replica.close();
  });
});

describeOnEachEngine('the report of an app before the first promotion', (open) => {
  it('calls every version stored, and counts no visitors', async () => {
    const app = await startTestApp({ database: await open() });
    await publishTest(app, testQuiz('1.0.0'));
    const report = await app.request('/api/releases/apps/mfe-quiz', {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
    expect(report.status).toBe(200);
    expect(await report.json()).toMatchObject({
      visitors: 0,
      versions: [{ version: '1.0.0', state: 'stored', visitors: 0 }],
      errors: [],
    });
    await app.close();
  });
});
