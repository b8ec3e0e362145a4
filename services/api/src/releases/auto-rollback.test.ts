import { analyzeRunningCanary } from '@funnel/releases/auto-rollback/active-canary';
import { createCanaryAnalysis, startAutoRollback } from '@funnel/releases/auto-rollback/auto-rollback';

import { refuseWrites } from '../platform/refuse-writes.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { audit, updateCanary, promote, status } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('auto-rollback', (open, engine) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const client = () => clientOf(app);
  const analysis = () => createCanaryAnalysis(app.context);
  let canary = '';
  let stable = '';

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
    await addVisits(app, stable, 400, { failing: 4 });
    await addVisits(app, canary, 199, { failing: 39 });
    // This one has reported how fast a page was, and nothing else.
    await addVisits(app, canary, 1, { pages: [], paints: [1200] });
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(app, canary, 1, { failing: 1 });
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
    await addVisits(app, stable, 400);
    await addVisits(app, canary, 200, { failing: 40 });
    await startAutoRollback(app.context).stop();
    expect(await isRunning()).toBe(false);
  });

  it('does nothing while no canary is running, even if the stable set fails', async () => {
    await updateCanary(client(), { action: 'stop' });
    await addVisits(app, canary, 200, { failing: 40 });
    await addVisits(app, stable, 200, { failing: 40 });
    expect(await analysis()()).toBe(false);
    expect((await status(client())).set?.id).toBe(stable);
  });

  it('analyzes again when more visitors arrive without further failures', async () => {
    await addVisits(app, stable, 400);
    await addVisits(app, canary, 150, { failing: 30 });
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(app, canary, 50);
    expect(await check()).toBe(true);
  });

  it('counts visitors again only when another one has failed, because it may be called at any rate', async () => {
    await addVisits(app, stable, 300, { failing: 20 });
    await addVisits(app, canary, 300, { failing: 30 });
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(app, stable, 6000);
    expect(await check()).toBe(false);
    await addVisits(app, canary, 1, { failing: 1 });
    expect(await check()).toBe(true);
  });

  it('keeps a canary that fails as often as the stable set', async () => {
    await addVisits(app, stable, 300, { failing: 60 });
    await addVisits(app, canary, 300, { failing: 60 });
    expect(await analysis()()).toBe(false);
    expect(await isRunning()).toBe(true);
  });

  it('keeps a canary in an outage for everybody, before which the stable set had its first 60 visits of each network', async () => {
    const networks = Array.from({ length: 10 }, (_, at) => `10.${at}.0.0/16`);
    const addToEach = async (setId: string, count: number, failing: number) => {
      for (const network of networks) await addVisits(app, setId, count, { network, failing });
    };
    await addToEach(stable, 70, 0);
    await addToEach(canary, 10, 0);
    advance(8 * hourMs);
    await addToEach(stable, 140, 28);
    await addToEach(canary, 20, 4);
    expect(await analysis()()).toBe(false);
    expect(await isRunning()).toBe(true);
    expect((await analyzeRunningCanary(app.context))?.verdict).toMatchObject({
      action: 'none',
      canary: { visitors: 300, failures: 40 },
      stable: { visitors: 600, failures: 0 },
    });
  });

  it('counts neither previews nor visits from before the canary', async () => {
    await addVisits(app, stable, 300);
    await addVisits(app, canary, 300);
    await addVisits(app, canary, 300, { failing: 300, at: clock() - hourMs });
    await addVisits(app, null, 300, { failing: 300 });
    expect(await analysis()()).toBe(false);
  });

  it('compares with the last day of the stable set if it has few visitors now', async () => {
    await addVisits(app, stable, 20);
    await addVisits(app, canary, 250, { failing: 50 });
    const check = analysis();
    expect(await check()).toBe(false);
    await addVisits(app, stable, 1000, { failing: 10, at: clock() - 23 * hourMs });
    await addVisits(app, stable, 1000, { failing: 1000, at: clock() - 25 * hourMs });
    await addVisits(app, canary, 1, { failing: 1 });
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
    await addVisits(app, stable, 400);
    await addVisits(app, canary, 200, { failing: 40 });
    expect(await analysis()()).toBe(true);
    const { deployments } = await audit(client());
    expect(deployments.slice(0, 3).map(({ action }) => action)).toEqual(['heal', 'canary', 'stop']);
  });

  it('changes nothing if the history cannot be written, and fails, so that it is logged and tried again', async () => {
    await addVisits(app, stable, 400);
    await addVisits(app, canary, 200, { failing: 40 });
    const refused = { write: 'insert', table: 'release_audit', reason: 'read only' };
    const allow = await refuseWrites(app.context.database.db, engine, refused);
    await expect(analysis()()).rejects.toThrow('read only');
    await allow();
    expect(await isRunning()).toBe(true);
    expect(await analysis()()).toBe(true);
  });

  it('rolls back once if several replicas analyze at the same time', async () => {
    await addVisits(app, stable, 300);
    await addVisits(app, canary, 300, { failing: 60 });
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
