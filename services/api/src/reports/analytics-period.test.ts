import { setTimeout as delay } from 'node:timers/promises';

import { releaseAnalyticsSchema, versionAnalyticsSchema } from '@funnel/contracts/release-analytics';
import { sql } from 'kysely';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote, updateCanary } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testRemote } from '../releases/release.testkit.ts';
import { addVisits } from './analytics.testkit.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

describeOnEachEngine('release analytics for operators', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let stable = '';
  let promotedAt = 0;

  const headers = { authorization: `Bearer ${testOperatorToken}` };
  /** Reads from a replica of its own, because results are cached for a moment. */
  async function read(path: string): Promise<unknown> {
    const replica = await startTestApp({ database: app.context.database, clock });
    const response = await replica.request(path, { headers });
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    await replica.close();
    return body;
  }
  const readSets = async () => releaseAnalyticsSchema.parse(await read('/api/releases/analytics'));

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    const { set } = await promote(clientOf(app), await publishProduct(app));
    stable = set?.id ?? '';
    promotedAt = clock();
    const titles = { '/goal': 'Your goal?', '/new': 'What is new?' };
    await publishTest(app, testQuiz('1.1.0', { paths: ['/', '/goal', '/new'], titles }));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  it('cover the last 30 days of each version', async () => {
    await addVisits(app, stable, 4, { at: clock() - 31 * dayMs });
    await addVisits(app, stable, 2, { at: clock() - 29 * dayMs });
    await addVisits(app, stable, 1);
    const { versions } = versionAnalyticsSchema.parse(await read('/api/releases/analytics/versions'));
    expect(versions.map(({ name, version, visitors }) => [name, version, visitors])).toEqual([
      ['mfe-checkout', '1.0.0', 3],
      ['mfe-pricing', '1.0.0', 3],
      ['mfe-quiz', '1.0.0', 3],
      ['shell', '1.0.0', 3],
    ]);
  });

  it('name the screens by their headings, or by the titles of those that are not prerendered', async () => {
    expect((await readSets()).titles).toEqual({ '/': 'Quiz 1.0.0', '/goal': 'Which goal?' });
  });

  it('cover the time since the last promotion, and both sets since a canary was started', async () => {
    expect(await readSets()).toMatchObject({
      since: promotedAt,
      asOf: clock(),
      stable: { visitors: 1 },
      canary: null,
    });
    advance(hourMs);
    await addVisits(app, stable, 5);

    advance(hourMs);
    const startedAt = clock();
    const started = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 10 });
    const canary = started.canary?.set.id ?? '';
    await addVisits(app, stable, 3);
    await addVisits(app, canary, 2);
    advance(hourMs);
    await updateCanary(clientOf(app), { action: 'widen', percent: 20 });
    await addVisits(app, canary, 1);
    expect(await readSets()).toMatchObject({
      since: startedAt,
      stable: { setId: stable, visitors: 3 },
      canary: { setId: canary, visitors: 3 },
      titles: { '/': 'Quiz 1.0.0', '/goal': 'Which goal?', '/new': 'What is new?' },
    });
  });

  it('compare the share of the canary since its percentage was last increased', async () => {
    advance(hourMs);
    const { canary } = await updateCanary(clientOf(app), { action: 'widen', percent: 60 });
    await addVisits(app, canary?.set.id ?? '', 3);
    await addVisits(app, stable, 2);
    // All visitors of the canary are 6 of 11.
    expect((await readSets()).comparison?.assignment).toMatchObject({ asked: 0.6, actual: 0.6 });
  });

  it('are read again after a moment', async () => {
    const replica = await startTestApp({ database: app.context.database, clock });
    const visitors = async () => {
      const response = await replica.request('/api/releases/analytics', { headers });
      return releaseAnalyticsSchema.parse(await response.json()).stable?.visitors ?? 0;
    };
    const before = await visitors();
    await addVisits(app, stable, 1);
    const endsAt = performance.now() + 20_000;
    while ((await visitors()) === before && performance.now() < endsAt) await delay(50);
    expect(await visitors()).toBe(before + 1);
    await replica.close();
  });

  it('are read again after a query has failed', async () => {
    const { db } = app.context.database;
    const replica = await startTestApp({ database: app.context.database, clock });
    const statuses = async () => {
      const paths = ['/api/releases/analytics', '/api/releases/analytics/versions'];
      const responses = await Promise.all(paths.map((path) => replica.request(path, { headers })));
      return responses.map(({ status }) => status);
    };
    await sql`alter table events rename to events_away`.execute(db);
    expect(await statuses()).toEqual([500, 500]);
    await sql`alter table events_away rename to events`.execute(db);
    expect(await statuses()).toEqual([200, 200]);
    await replica.close();
  });

  it('are about the canary that runs as soon as it was started or stopped, although they are cached', async () => {
    await updateCanary(clientOf(app), { action: 'stop' });
    const readCached = async () => {
      const response = await app.request('/api/releases/analytics', { headers });
      return releaseAnalyticsSchema.parse(await response.json());
    };
    // Each query seems to take a minute, so that its result is cached for longer than this test runs.
    let nowMs = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000));
    const start = async () => {
      advance(hourMs);
      const { canary } = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 10 });
      return canary;
    };
    expect((await readCached()).canary).toBeNull();
    const first = await start();
    await addVisits(app, first?.set.id ?? '', 2);
    const ofFirst = { since: first?.startedAt, canary: { setId: first?.set.id, visitors: 2 } };
    expect(await readCached()).toMatchObject(ofFirst);
    await addVisits(app, first?.set.id ?? '', 1);
    expect(await readCached()).toMatchObject(ofFirst);
    await updateCanary(clientOf(app), { action: 'stop' });
    expect(await readCached()).toMatchObject({ canary: null, comparison: null });
    const second = await start();
    expect(await readCached()).toMatchObject({
      since: second?.startedAt,
      canary: { setId: first?.set.id, visitors: 0 },
    });
  });

  it('cover the time since the promotion again after a canary was stopped', async () => {
    advance(hourMs);
    await updateCanary(clientOf(app), { action: 'stop' });
    await addVisits(app, stable, 1);
    // 12 visitors came to the stable set before the canary was stopped.
    expect(await readSets()).toMatchObject({ since: promotedAt, stable: { visitors: 13 }, canary: null });
  });

  it('list each screen once, in the order of the funnel, also those of a remote with two stages', async () => {
    const screensOf = {
      'mfe-checkout': ['/checkout', '/payment-success'],
      'mfe-pricing': ['/final'],
      'mfe-quiz': ['/', '/goal'],
    };
    for (const [name, screens] of Object.entries(screensOf))
      await publishTest(app, testRemote(name, '2.0.0', { paths: screens, screens }));
    const versions = Object.keys(screensOf).map((name) => `${name}@2.0.0`);
    await promote(clientOf(app), versions, { force: true, note: 'without the widget of the checkout' });
    expect((await readSets()).stable?.steps.map(({ path }) => path)).toEqual([
      '/',
      '/goal',
      '/final',
      '/checkout',
      '/payment-success',
    ]);
  });
});
