import { releaseSetSchema } from '@funnel/contracts/release';
import { updateChannel } from '@funnel/releases/rollout/update-channel';
import { readChannel } from '@funnel/releases/sets/release-repository';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import {
  audit,
  listBuilds,
  planRollback,
  promote,
  readEffects,
  rollback,
  status,
  updateCanary,
} from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const liveSet = async (app: TestApp) =>
  releaseSetSchema.parse(await (await app.request('/api/release-set')).json());
const quizOf = async (app: TestApp) => {
  const { remotes, previous } = await liveSet(app);
  const version = (list: typeof remotes) => list.find(({ name }) => name === 'mfe-quiz')?.version;
  return { now: version(remotes), before: version(previous) };
};

describeOnEachEngine('promotions and rollbacks', (open) => {
  let app: TestApp;
  let replica: TestApp;
  beforeAll(async () => {
    const database = await open();
    app = await startTestApp({ database });
    // SQLite supports only one process.
    replica = database.engine === 'sqlite' ? app : await startTestApp({ database: await open() });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => Promise.all([...new Set([app, replica])].map(({ close }) => close())));

  it('has no release set before the first promotion', async () => {
    expect((await app.request('/api/release-set')).status).toBe(503);
    expect((await app.request('/')).status).toBe(503);
    expect(await status(clientOf(app))).toEqual({ channel: 'production', set: null, canary: null });
    await expect(rollback(clientOf(app))).rejects.toMatchObject({ message: 'Nothing is live yet.' });
    expect(await audit(clientOf(app))).toEqual({ numbers: {}, deployments: [], versions: [] });
  });

  it('has no canary to change, and no effects to state, before the first promotion', async () => {
    await expect(updateCanary(clientOf(app), { action: 'stop' })).rejects.toMatchObject({
      code: 'promotion-refused',
      message: 'No canary is running.',
    });
    await expect(readEffects(clientOf(app), { change: 'mfe-quiz@1.0.0' })).rejects.toMatchObject({
      code: 'promotion-refused',
      message: 'Nothing is live yet.',
    });
  });

  it('makes several versions live as one set', async () => {
    const changes = await publishProduct(app);
    await expect(promote(clientOf(app), changes, { canary: 10 })).rejects.toMatchObject({
      message: 'A canary needs a stable set, and nothing is live yet.',
    });
    expect(await status(clientOf(app))).toMatchObject({ set: null, canary: null });
    const { set } = await promote(clientOf(app), changes, { note: 'the first' });
    expect(set).toMatchObject({
      number: 1,
      members: { shell: '1.0.0', 'mfe-quiz': '1.0.0', 'mfe-pricing': '1.0.0', 'mfe-checkout': '1.0.0' },
    });
    expect((await app.request('/api/release-set')).headers.get('cache-control')).toBe('no-store');
    const { id, remotes, previous, shell } = await liveSet(app);
    expect({ id, previous, shell }).toEqual({ id: set?.id, previous: [], shell: '1.0.0' });
    const { manifest } = testQuiz('1.0.0');
    expect(remotes.find(({ name }) => name === 'mfe-quiz')).toEqual({
      name: 'mfe-quiz',
      version: '1.0.0',
      container: 'mfe_quiz_1_0_0',
      base: '/remotes/mfe-quiz/1.0.0/',
      entry: 'remoteEntry.js',
      contract: 1,
      paths: ['/', '/goal'],
      widgets: [],
      preload: ['remoteEntry.js', 'remote.1.js', 'remote.1.css'],
      integrity: Object.fromEntries(
        Object.entries(manifest.files).map(([path, { integrity }]) => [
          `/remotes/mfe-quiz/1.0.0/${path}`,
          integrity,
        ]),
      ),
    });
  });

  it('changes one remote alone, with its previous version as the fallback', async () => {
    expect(await (await app.request('/')).text()).toContain('<h1>Quiz 1.0.0</h1>');
    await publishTest(app, testQuiz('1.1.0'));
    const { set } = await promote(clientOf(app), ['mfe-quiz@1.1.0']);
    expect(set).toMatchObject({ number: 2, members: { 'mfe-quiz': '1.1.0', 'mfe-pricing': '1.0.0' } });
    expect(await (await app.request('/')).text()).toContain('<h1>Quiz 1.1.0</h1>');
    expect(await quizOf(app)).toEqual({ now: '1.1.0', before: '1.0.0' });
    const { numbers, deployments } = await audit(clientOf(app));
    const [last] = deployments;
    expect([numbers[last?.from ?? ''], numbers[last?.to ?? '']]).toEqual([1, 2]);
  });

  it('changes nothing if the versions are already live', async () => {
    const before = await audit(clientOf(app));
    expect((await promote(clientOf(app), ['mfe-quiz@1.1.0'])).set?.number).toBe(2);
    expect(await audit(clientOf(app))).toEqual(before);
  });

  it('rolls back to the previous set, and does not fall back to a version that was rolled back', async () => {
    expect((await rollback(clientOf(app), undefined, 'dim')).set?.number).toBe(1);
    expect(await quizOf(app)).toEqual({ now: '1.0.0', before: undefined });
    expect(await (await app.request('/')).text()).toContain('<h1>Quiz 1.0.0</h1>');
    await expect(rollback(clientOf(app))).rejects.toMatchObject({
      message:
        'There is no earlier set to roll back to. "release audit" lists all sets that were live, and "release rollback --to SET" returns to one of them.',
    });
  });

  it('rolls back to a named set, and rejects an unknown one', async () => {
    const [, second] = (await audit(clientOf(app))).deployments;
    expect((await rollback(clientOf(app), second?.to)).set?.members['mfe-quiz']).toBe('1.1.0');
    await expect(rollback(clientOf(app), second?.to)).rejects.toMatchObject({
      message: expect.stringContaining('is already live'),
    });
    await expect(rollback(clientOf(app), 'ffffffffffff')).rejects.toMatchObject({
      message: 'There is no set "ffffffffffff". "release audit" lists the sets that were live.',
    });
  });

  it('returns the target of a rollback without rolling back', async () => {
    const before = await status(clientOf(app));
    const plan = await planRollback(clientOf(app));
    expect(plan).toMatchObject({ live: { number: 2 }, to: { number: 1 } });
    expect(await planRollback(clientOf(app), plan.to.id)).toEqual(plan);
    await expect(planRollback(clientOf(app), plan.live.id)).rejects.toMatchObject({
      message: expect.stringContaining('is already live'),
    });
    expect(await status(clientOf(app))).toEqual(before);
  });

  it('rejects a rollback if another set is live than the operator saw', async () => {
    const seen = await planRollback(clientOf(app));
    const { deployments } = await audit(clientOf(app));
    await expect(rollback(clientOf(app), seen.to.id, 'too late', seen.to.id)).rejects.toMatchObject({
      code: 'promotion-refused',
      message: expect.stringMatching(
        `^Set ${seen.live.id} \\(number 2\\) is live now, not ${seen.to.id}\\.\nProduction has changed meanwhile`,
      ),
    });
    expect((await audit(clientOf(app))).deployments).toEqual(deployments);
  });

  it('rejects a promotion if another set is live than the operator saw', async () => {
    const { live, to } = await planRollback(clientOf(app));
    const { deployments } = await audit(clientOf(app));
    await expect(promote(clientOf(app), ['mfe-quiz@1.0.0'], { live: to.id })).rejects.toMatchObject({
      code: 'promotion-refused',
      message: expect.stringContaining(`Set ${live.id} (number 2) is live now, not ${to.id}.`),
    });
    expect((await audit(clientOf(app))).deployments).toEqual(deployments);
  });

  it('records every deployment with actor, action, sets and note', async () => {
    const { deployments } = await audit(clientOf(app));
    expect(deployments.map(({ actor, action, note }) => [actor, action, note])).toEqual([
      ['operator', 'rollback', ''],
      ['operator', 'rollback', 'dim'],
      ['operator', 'promote', ''],
      ['operator', 'promote', 'the first'],
    ]);
    expect(deployments.map(({ from }) => from)).toEqual([...deployments.slice(1).map(({ to }) => to), null]);
  });

  it('records the name of the operator of the token', async () => {
    const environment = { OPERATOR_TOKEN: 'a-token-without-a-name,ada:the-token-of-ada' };
    const named = await startTestApp({ database: app.context.database, environment });
    const {
      deployments: [last],
    } = await audit(clientOf(app));
    const ada = { url: named.operatorsOrigin, token: 'ada:the-token-of-ada' };
    await rollback(ada, last?.from ?? '');
    await rollback({ ...ada, token: 'a-token-without-a-name' }, last?.to);
    expect((await audit(ada)).deployments.slice(0, 2).map(({ actor }) => actor)).toEqual(['operator', 'ada']);
    await expect(audit({ ...ada, token: 'the-token-of-ada' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await named.close();
  });

  it('lists the published versions and which are live', async () => {
    const { builds } = await listBuilds(clientOf(app), 'mfe-quiz');
    const live = Object.fromEntries(builds.map(({ version, isLive }) => [version, isLive]));
    expect(live).toEqual({ '1.0.0': false, '1.1.0': true });
    const { files } = testQuiz('1.1.0').manifest;
    expect(builds[0]).toMatchObject({
      bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
      contracts: [1],
      paths: ['/', '/goal'],
    });
  });

  it('rejects a set that fails a gate, with the reasons, and records nothing', async () => {
    await publishTest(app, testQuiz('2.0.0', { contract: 2, paths: ['/'] }));
    const before = await audit(clientOf(app));
    await expect(promote(clientOf(app), ['mfe-quiz@2.0.0'])).rejects.toMatchObject({
      code: 'promotion-refused',
      message: expect.stringMatching(/contract 2.*\n\/goal of mfe-quiz@1.1.0/),
    });
    await expect(promote(clientOf(app), ['mfe-quiz@9.9.9'])).rejects.toMatchObject({
      message: 'mfe-quiz@9.9.9 was never published. "release list mfe-quiz" shows what is.',
    });
    await expect(promote(clientOf(app), ['mfe-quiz@1.0.0', 'mfe-quiz@1.1.0'])).rejects.toMatchObject({
      message: 'mfe-quiz is named with two versions.',
    });
    expect(await audit(clientOf(app))).toEqual(before);
  });

  it('rejects a set whose files are missing', async () => {
    await publishTest(app, testQuiz('1.2.0'));
    const integrity = testQuiz('1.2.0').manifest.files['remote.1.js']?.integrity ?? '';
    await app.context.database.db.deleteFrom('files').where('integrity', '=', integrity).execute();
    await expect(promote(clientOf(app), ['mfe-quiz@1.2.0'])).rejects.toMatchObject({
      message: expect.stringMatching(/^The bytes of remote\.1\.js of mfe-quiz@1\.2\.0 are not stored\./),
    });
  });

  it('overrides a lost live path by force, with a reason', async () => {
    await publishTest(app, testQuiz('1.3.0', { paths: ['/'] }));
    await expect(
      promote(clientOf(app), ['mfe-quiz@1.3.0'], { note: ' ', force: true }),
    ).rejects.toMatchObject({
      message: 'To override gates, state the reason (--reason; in the console, the note).',
    });
    const { set } = await promote(clientOf(app), ['mfe-quiz@1.3.0'], {
      note: 'nobody goes there',
      force: true,
    });
    expect(set?.members['mfe-quiz']).toBe('1.3.0');
    expect((await app.request('/goal')).status).toBe(404);
    await rollback(clientOf(app));
  });

  it('records that a forced promotion would have passed all gates', async () => {
    await publishTest(app, testQuiz('1.4.0'));
    await promote(clientOf(app), ['mfe-quiz@1.4.0'], { note: 'in a hurry', force: true });
    const [last] = (await audit(clientOf(app))).deployments;
    expect(last?.note).toBe('in a hurry [forced: all gates passed]');
    await rollback(clientOf(app));
  });

  it('accepts one of two concurrent deployments and rejects the other with the reason', async () => {
    const { database } = app.context;
    const seen = await readChannel(database.db);
    const members = (await status(clientOf(app))).set?.members ?? {};
    const { deployments } = await audit(clientOf(app));
    const both = await Promise.allSettled(
      [app, replica].map(({ context }, index) =>
        updateChannel(context, {
          expected: seen,
          stable: { ...members, 'mfe-quiz': `1.${index}.0` },
          action: 'promote',
          actor: 'self-healing',
          note: '',
        }),
      ),
    );
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({
      reason: {
        code: 'promotion-refused',
        message: expect.stringContaining('Production has changed meanwhile'),
      },
    });
    expect((await audit(clientOf(app))).deployments).toHaveLength(deployments.length + 1);
  });

  it('serializes concurrent promotions, and rejects those based on an outdated set', async () => {
    const versions = ['1.6.0', '1.7.0', '1.8.0', '1.9.0'];
    for (const version of versions) await publishTest(app, testQuiz(version));
    const before = (await audit(clientOf(app))).deployments.length;
    const all = await Promise.allSettled(
      versions.map((version, index) => promote(clientOf(index % 2 ? app : replica), [`mfe-quiz@${version}`])),
    );
    const { deployments } = await audit(clientOf(app));
    expect(deployments.length - before).toBe(all.filter((one) => one.status === 'fulfilled').length);
    expect(deployments.map(({ from }) => from)).toEqual([...deployments.slice(1).map(({ to }) => to), null]);
    expect((await status(clientOf(app))).set?.id).toBe(deployments[0]?.to);
  });

  it('shows the new set on every replica before it responds', async () => {
    await publishTest(app, testQuiz('1.10.0'));
    await quizOf(replica);
    await promote(clientOf(app), ['mfe-quiz@1.10.0']);
    expect(await quizOf(replica)).toMatchObject({ now: '1.10.0' });
  });

  it('continues to serve the live set during a database outage', async () => {
    const lone = await startTestApp({ database: await open() });
    const before = await liveSet(lone);
    await lone.context.database.close();
    // The cached channel expires by the process's own clock.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    const after = await liveSet(lone).finally(() => lone.close());
    expect(after).toEqual(before);
  });
});
