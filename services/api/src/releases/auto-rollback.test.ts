import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';
import { audit, updateCanary, promote, status } from '@funnel/releases/cli/release-client';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { insertVisits, visitLike, type Visit } from '../reports/analytics.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

jest.setTimeout(60_000);

const hourMs = 3_600_000;

describeOnEachEngine('self-healing', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const client = () => clientOf(app);
  const analysis = () => createCanaryAnalysis(app.context);
  let canary = '';
  let stable = '';

  /** Visitors of a set, of which every `failing`th meets a failure; none where it is absent. */
  const come = (setId: string | null, count: number, failing = Infinity, over: Partial<Visit> = {}) =>
    insertVisits(
      app.context.database.db,
      Array.from({ length: count }, (_, at) =>
        visitLike({
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
    // What earlier tests saw is out of mind.
    advance(48 * hourMs);
    const began = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 50 });
    canary = began.canary?.set.id ?? '';
    stable = began.set?.id ?? '';
    advance(1);
  });
  afterEach(async () => {
    if (await isRunning()) await updateCanary(client(), { action: 'stop' });
  });

  it('takes back a canary that fails for every fifth visitor, and says so with both samples', async () => {
    await come(stable, 400, 100);
    await come(canary, 199, 5);
    const check = analysis();
    expect(await check()).toBe(false);
    await come(canary, 1, 1);
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

  it('looks again when visitors come, though no other failed', async () => {
    await come(stable, 400);
    await come(canary, 150, 5);
    const check = analysis();
    expect(await check()).toBe(false);
    await come(canary, 50);
    expect(await check()).toBe(true);
  });

  it('leaves a canary alone that fails as often as the stable set', async () => {
    await come(stable, 300, 5);
    await come(canary, 300, 5);
    expect(await analysis()()).toBe(false);
    expect(await isRunning()).toBe(true);
  });

  it('counts neither previews nor what came before the canary', async () => {
    await come(stable, 300);
    await come(canary, 300);
    await come(canary, 300, 1, { at: clock() - hourMs });
    await come(null, 300, 1);
    expect(await analysis()()).toBe(false);
  });

  it('compares with the last day of the stable set where few are on it now', async () => {
    await come(stable, 20);
    await come(canary, 250, 5);
    const check = analysis();
    expect(await check()).toBe(false);
    await come(stable, 1000, 100, { at: clock() - 23 * hourMs });
    await come(stable, 1000, 1, { at: clock() - 25 * hourMs });
    await come(canary, 1, 1);
    expect(await check()).toBe(true);
    const [move] = (await audit(client())).deployments;
    expect(move?.note).toMatch(/the stable set for 10 of 1020 visitors \(1\.0 %\) since the day before\.$/);
  });

  it('looks after a canary that began once a clock was set right which had been ahead', async () => {
    advance(10 * hourMs);
    await updateCanary(client(), { action: 'stop' });
    advance(-10 * hourMs);
    const began = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 50 });
    expect(began.canary?.startedAt).toBe(clock());
    await come(stable, 400);
    await come(canary, 200, 5);
    expect(await analysis()()).toBe(true);
    const { deployments } = await audit(client());
    expect(deployments.slice(0, 3).map(({ action }) => action)).toEqual(['heal', 'canary', 'stop']);
  });

  it('takes back once, whoever looks at the same time', async () => {
    await come(stable, 300);
    await come(canary, 300, 5);
    const outcomes = await Promise.all([analysis()(), analysis()(), analysis()()]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const { deployments } = await audit(client());
    expect(deployments.filter(({ action, at }) => action === 'heal' && at >= clock())).toHaveLength(1);
  });
});
