import { createCanaryAnalysis, startAutoRollback } from '@funnel/releases/auto-rollback/auto-rollback';
import { sql } from 'kysely';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { insertVisits, createVisit, type Visit } from '../reports/analytics.testkit.ts';
import { audit, updateCanary, promote, status } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

jest.setTimeout(60_000);

const hourMs = 3_600_000;

describeOnEachEngine('auto-rollback', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const client = () => clientOf(app);
  const analysis = () => createCanaryAnalysis(app.context);
  let canary = '';
  let stable = '';

  /** Stores visitors of a set, of which every `failing`th has a failure. None by default. */
  const addVisits = (setId: string | null, count: number, failing = Infinity, over: Partial<Visit> = {}) =>
    insertVisits(
      app.context.database.db,
      Array.from({ length: count }, (_, at) =>
        createVisit({
          setId,
          at: clock(),
          failures: (at + 1) % failing === 0 ? [{ remote: 'mfe-quiz', version: '1.1.0' }] : [],
          ...over,
        }),
      ),
    );
  const isRunning = async () => (await status(client())).canary !== null;

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(client(), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    // Earlier tests' visits are out of the compared period.
    advance(48 * hourMs);
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 50 });
    canary = started.canary?.set.id ?? '';
    stable = started.set?.id ?? '';
    advance(1);
  });
  afterEach(async () => {
    if (await isRunning()) await updateCanary(client(), { action: 'stop' });
  });

  it('rolls back a canary that fails for every fifth visitor, and records both samples', async () => {
    await addVisits(stable, 400, 100);
    await addVisits(canary, 199, 5);
    // This one has reported how fast a page was, and nothing else.
    await addVisits(canary, 1, Infinity, { pages: [], paints: [1200] });
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(canary, 1, 1);
    expect(await check()).toBe(true);

    expect(await isRunning()).toBe(false);
    const { set } = await status(client());
    expect(set?.id).toBe(stable);
    expect((await audit(client())).deployments[0]).toMatchObject({
      actor: 'self-healing',
      action: 'heal',
      from: canary,
      to: stable,
      note: 'The canary failed for 40 of 200 visitors (20.0 %), the stable set for 4 of 400 visitors (1.0 %) in the same time.',
    });
    expect(await check()).toBe(false);
  });

  it('runs in the background', async () => {
    await addVisits(stable, 400);
    await addVisits(canary, 200, 5);
    await startAutoRollback(app.context).stop();
    expect(await isRunning()).toBe(false);
  });

  it('does nothing while no canary is running, even if the stable set fails', async () => {
    await updateCanary(client(), { action: 'stop' });
    await addVisits(canary, 200, 5);
    await addVisits(stable, 200, 5);
    expect(await analysis()()).toBe(false);
    expect((await status(client())).set?.id).toBe(stable);
  });

  it('analyzes again when more visitors arrive without further failures', async () => {
    await addVisits(stable, 400);
    await addVisits(canary, 150, 5);
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(canary, 50);
    expect(await check()).toBe(true);
  });

  it('counts visitors again only when another one has failed, because it may be called at any rate', async () => {
    await addVisits(stable, 300, 15);
    await addVisits(canary, 300, 10);
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(stable, 6000);
    expect(await check()).toBe(false);
    await addVisits(canary, 1, 1);
    expect(await check()).toBe(true);
  });

  it('keeps a canary that fails as often as the stable set', async () => {
    await addVisits(stable, 300, 5);
    await addVisits(canary, 300, 5);
    expect(await analysis()()).toBe(false);
    expect(await isRunning()).toBe(true);
  });

  it('counts neither previews nor visits from before the canary', async () => {
    await addVisits(stable, 300);
    await addVisits(canary, 300);
    await addVisits(canary, 300, 1, { at: clock() - hourMs });
    await addVisits(null, 300, 1);
    expect(await analysis()()).toBe(false);
  });

  it('compares with the last day of the stable set if it has few visitors now', async () => {
    await addVisits(stable, 20);
    await addVisits(canary, 250, 5);
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(stable, 1000, 100, { at: clock() - 23 * hourMs });
    await addVisits(stable, 1000, 1, { at: clock() - 25 * hourMs });
    await addVisits(canary, 1, 1);
    expect(await check()).toBe(true);
    const [move] = (await audit(client())).deployments;
    expect(move?.note).toMatch(/the stable set for 10 of 1020 visitors \(1\.0 %\) since the day before\.$/);
  });

  it('analyzes a canary that started after a fast clock was corrected', async () => {
    advance(10 * hourMs);
    await updateCanary(client(), { action: 'stop' });
    advance(-10 * hourMs);
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 50 });
    expect(started.canary?.startedAt).toBe(clock());
    await addVisits(stable, 400);
    await addVisits(canary, 200, 5);
    expect(await analysis()()).toBe(true);
    const { deployments } = await audit(client());
    expect(deployments.slice(0, 3).map(({ action }) => action)).toEqual(['heal', 'canary', 'stop']);
  });

  it('changes nothing if the history cannot be written, and fails, so that it is logged and tried again', async () => {
    await addVisits(stable, 400);
    await addVisits(canary, 200, 5);
    const { db } = app.context.database;
    await sql`alter table release_audit rename to audit_away`.execute(db);
    const [outcome] = await Promise.allSettled([analysis()()]);
    await sql`alter table audit_away rename to release_audit`.execute(db);
    expect(outcome.status).toBe('rejected');
    expect(await isRunning()).toBe(true);
    expect(await analysis()()).toBe(true);
  });

  it('rolls back once if several replicas analyze at the same time', async () => {
    await addVisits(stable, 300);
    await addVisits(canary, 300, 5);
    const outcomes = await Promise.all([analysis()(), analysis()(), analysis()()]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const { deployments } = await audit(client());
    expect(deployments.filter(({ action, at }) => action === 'heal' && at >= clock())).toHaveLength(1);
  });
});

describeOnEachEngine('auto-rollback before the first promotion', (open) => {
  it('does nothing', async () => {
    const app = await startTestApp({ database: await open() });
    expect(await createCanaryAnalysis(app.context)()).toBe(false);
    await app.close();
  });
});
