import { randomUUID } from 'node:crypto';

import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { openBrowser } from './browser.testkit.ts';
import { audit, planRollback, promote, rollback, status, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

describeOnEachEngine('a rollback', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const client = () => clientOf(app);
  /** The id of the set with each quiz version. */
  const setWith = new Map<string, string>();
  const idOf = (version: string) => setWith.get(version) ?? '';

  /** Makes a quiz version live, and returns a browser that has opened it. */
  async function visitAfterPromoting(version: string) {
    const { set } = await promote(client(), [`mfe-quiz@${version}`]);
    setWith.set(version, set?.id ?? '');
    const browser = openBrowser(app);
    expect(await browser.quiz()).toBe(version);
    return browser;
  }
  /** Makes a quiz version a canary for half of the visitors, and returns the id of its set. */
  async function startCanary(version: string): Promise<string> {
    const { canary } = await promote(client(), [`mfe-quiz@${version}`], { canary: 50 });
    advance(1);
    return canary?.set.id ?? '';
  }
  async function expectNeverLive(setId: string): Promise<void> {
    const before = await status(client());
    const message = `The set "${setId}" was never live, so there is nothing to go back to. "release audit" lists the sets that were.`;
    const rejection = { code: 'promotion-refused', message };
    await expect(rollback(client(), setId)).rejects.toMatchObject(rejection);
    await expect(planRollback(client(), setId)).rejects.toMatchObject(rejection);
    expect(await status(client())).toEqual(before);
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(client(), await publishProduct(app));
    for (const minor of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await publishTest(app, testQuiz(`1.${minor}.0`));
  });
  afterAll(() => app.close());

  it.each(['to=1&to=2', 'set=1'])('has no plan for ?%s', async (query) => {
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request(`/api/releases/rollbacks/plan?${query}`, { headers });
    expect([response.status, (await response.json()).code]).toEqual([422, 'invalid-request']);
  });

  it('to an unknown set is rejected, and says where the ids are', async () => {
    const rejection = {
      code: 'promotion-refused',
      message: 'There is no set "abc". "release audit" lists the sets that were live.',
    };
    await expect(rollback(client(), 'abc')).rejects.toMatchObject(rejection);
    await expect(planRollback(client(), 'abc')).rejects.toMatchObject(rejection);
  });

  it('moves the visitors of every set that was live after its target, and no others', async () => {
    const older = openBrowser(app);
    expect(await older.quiz()).toBe('1.0.0');
    const target = await visitAfterPromoting('1.1.0');
    const between = await visitAfterPromoting('1.2.0');
    const live = await visitAfterPromoting('1.3.0');
    await rollback(client(), idOf('1.1.0'));
    expect(await live.quiz()).toBe('1.1.0');
    expect(await between.quiz()).toBe('1.1.0');
    expect(await target.quiz()).toBe('1.1.0');
    expect(await older.quiz()).toBe('1.0.0');
  });

  it('does not move visitors of a set that was live before the last promotion of its target', async () => {
    const before = await visitAfterPromoting('1.2.0');
    await visitAfterPromoting('1.1.0');
    const after = await visitAfterPromoting('1.3.0');
    expect((await rollback(client())).set?.id).toBe(idOf('1.1.0'));
    expect(await after.quiz()).toBe('1.1.0');
    expect(await before.quiz()).toBe('1.2.0');
  });

  it('is rejected if its target was only a canary, while it runs and after it was stopped', async () => {
    const canary = await startCanary('1.4.0');
    await expectNeverLive(canary);
    await updateCanary(client(), { action: 'widen', percent: 60 });
    await expectNeverLive(canary);
    await updateCanary(client(), { action: 'stop' });
    await expectNeverLive(canary);
  });

  it('is rejected if its target is a canary that was rolled back automatically', async () => {
    const { set } = await status(client());
    const canary = await startCanary('1.5.0');
    await addVisits(app, set?.id ?? '', 200);
    await addVisits(app, canary, 200, { failures: [{ remote: 'mfe-quiz', version: '1.5.0' }] });
    expect(await createCanaryAnalysis(app.context)()).toBe(true);
    await expectNeverLive(canary);
  });

  it('is possible to a canary that was promoted to stable', async () => {
    const canary = await startCanary('1.6.0');
    await updateCanary(client(), { action: 'finish' });
    await promote(client(), ['mfe-quiz@1.3.0']);
    expect((await rollback(client(), canary)).set?.members['mfe-quiz']).toBe('1.6.0');
  });

  it('may lead to the set of the running canary, which is assigned again', async () => {
    const { set } = await promote(client(), ['mfe-quiz@1.2.0']);
    await promote(client(), ['mfe-quiz@1.3.0']);
    const canary = await startCanary('1.2.0');
    expect(canary).toBe(set?.id);
    expect(await rollback(client(), canary)).toMatchObject({
      set: { id: canary, withdrawnAt: null },
      canary: null,
    });
  });

  it('to a rolled-back set withdraws every later set; the next rollback goes to the set before it', async () => {
    await visitAfterPromoting('1.7.0');
    await visitAfterPromoting('1.8.0');
    await rollback(client());
    const between = await visitAfterPromoting('1.9.0');
    const live = await visitAfterPromoting('1.10.0');
    await rollback(client(), idOf('1.8.0'));
    expect([await live.quiz(), await between.quiz()]).toEqual(['1.8.0', '1.8.0']);
    expect((await planRollback(client(), undefined)).to.id).toBe(idOf('1.7.0'));
  });

  it('has the time of the clock in the history, or a later one than the deployment before if the clock was set back', async () => {
    advance(60_000);
    const at = clock();
    await promote(client(), ['mfe-quiz@1.4.0']);
    advance(-30_000);
    await rollback(client());
    const [last, previous] = (await audit(client())).deployments;
    expect([previous?.at, last?.at]).toEqual([at, at + 1]);
    advance(30_000);
  });

  it('is possible to the first set after more than 20 deployments', async () => {
    const { deployments } = await audit(client());
    expect(deployments.length).toBeGreaterThan(20);
    expect((await rollback(client(), deployments.at(-1)?.to)).set?.number).toBe(1);
  });

  /** Repeats the last deployment. */
  async function deployAgain(times: number): Promise<void> {
    const { db } = app.context.database;
    const last = await db
      .selectFrom('release_audit')
      .selectAll()
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    const later = Array.from({ length: times }, (_, count) => ({
      ...last,
      id: randomUUID(),
      at: last.at + 1 + count,
      from_set: last.to_set,
    }));
    await db.insertInto('release_audit').values(later).execute();
  }

  it('has the numbers of both sets in a history of which the first deployments are no longer listed', async () => {
    await promote(client(), ['mfe-quiz@1.10.0']);
    const left = (await audit(client())).deployments[0]?.from ?? '';
    // With the last one these are the 200 deployments that are listed.
    await deployAgain(199);
    const { deployments, numbers } = await audit(client());
    expect(deployments.at(-1)?.from).toBe(left);
    expect(deployments.filter(({ to }) => to === left)).toEqual([]);
    expect(numbers[left]).toBe(1);
  });

  it('is possible to a set whose deployments are no longer listed', async () => {
    const { deployments } = await audit(client());
    const left = deployments.at(-1)?.from ?? '';
    expect(deployments.filter(({ to }) => to === left)).toEqual([]);
    await deployAgain(1000);
    expect((await planRollback(client(), left)).to.id).toBe(left);
    expect((await rollback(client(), left)).set?.id).toBe(left);
  });
});
