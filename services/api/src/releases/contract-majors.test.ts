import { releaseSetSchema } from '@funnel/contracts/release';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { audit, promote } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testShell, writeBuild } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

describeOnEachEngine('two majors of the Shell API', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('2.0.0', { contract: 2 }));
    await publishTest(app, testShell('2.0.0', { contracts: [1, 2] }));
    await publishTest(app, testShell('3.0.0', { contracts: [2] }));
  });
  afterAll(() => app.close());

  const contractsInUse = async () => {
    const { shell, remotes } = releaseSetSchema.parse(await (await app.request('/api/release-set')).json());
    return { shell, contracts: Object.fromEntries(remotes.map(({ name, contract }) => [name, contract])) };
  };

  it('a remote for the new one is rejected in words in a shell that serves only the old one', async () => {
    const before = await audit(clientOf(app));
    await expect(promote(clientOf(app), ['mfe-quiz@2.0.0'])).rejects.toMatchObject({
      code: 'promotion-refused',
      message:
        'mfe-quiz@2.0.0 was built for contract 2; shell@1.0.0 serves 1. Promote a shell that serves it first, or build the remote for a contract that is served.',
    });
    expect(await audit(clientOf(app))).toEqual(before);
  });

  it('remotes for both are live together in a shell that serves both', async () => {
    await promote(clientOf(app), ['shell@2.0.0']);
    expect(await contractsInUse()).toEqual({
      shell: '2.0.0',
      contracts: { 'mfe-checkout': 1, 'mfe-pricing': 1, 'mfe-quiz': 1 },
    });
    await promote(clientOf(app), ['mfe-quiz@2.0.0']);
    expect(await contractsInUse()).toEqual({
      shell: '2.0.0',
      contracts: { 'mfe-checkout': 1, 'mfe-pricing': 1, 'mfe-quiz': 2 },
    });
  });

  it('a remote for one that no published shell serves is stored, with a warning', async () => {
    const publish = (version: string, contract: number) =>
      release(app.operatorsOrigin, [
        'publish',
        'mfe-quiz',
        '--dir',
        writeBuild(testQuiz(version, { contract })),
      ]);
    const warning =
      'Warning: mfe-quiz@4.0.0 was built for contract 4, which no published shell serves, so it cannot go live yet.\n';
    expect(await publish('4.0.0', 4)).toEqual({
      status: 0,
      stdout: 'published mfe-quiz@4.0.0\n',
      stderr: warning,
    });
    expect(await publish('4.0.0', 4)).toMatchObject({ status: 0, stderr: warning });
    expect(await publish('2.1.0', 2)).toMatchObject({ status: 0, stderr: '' });
    await publishTest(app, testShell('4.0.0', { contracts: [4] }));
    expect(await publish('4.0.0', 4)).toMatchObject({ status: 0, stderr: '' });
  });

  it('a shell without the old one is rejected in words while a live remote needs it', async () => {
    await expect(promote(clientOf(app), ['shell@3.0.0'], { force: true, note: 'now' })).rejects.toMatchObject(
      {
        message: expect.stringMatching(
          /^mfe-checkout@1\.0\.0 was built for contract 1; shell@3\.0\.0 serves 2\..*mfe-pricing@1\.0\.0 was built/s,
        ),
      },
    );
    expect((await contractsInUse()).shell).toBe('2.0.0');
  });
});
