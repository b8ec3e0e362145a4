import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { prepareSet, status } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testRemote } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

describeOnEachEngine('the release command, told which set its operator saw', (open) => {
  let app: TestApp;
  /** The first stable set, and two others. */
  let first = '';
  let second = '';
  let third = '';
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    const product = await publishProduct(app);
    await publishTest(app, testRemote('mfe-survey', '1.0.0', { paths: ['/survey'] }));
    await run('promote', ...product, 'mfe-survey@1.0.0');
    first = await liveId();
    for (const version of ['1.1.0', '1.2.0']) await publishTest(app, testQuiz(version));
    second = (await prepareSet(clientOf(app), ['mfe-quiz@1.1.0'])).id;
    third = (await prepareSet(clientOf(app), ['mfe-quiz@1.2.0'])).id;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { set, canary } = await status(clientOf(app));
    if (canary) await run('canary', 'stop');
    if (set?.id !== first) await run('rollback', '--to', first);
  });

  const liveId = async () => (await status(clientOf(app))).set?.id ?? '';
  async function run(...args: string[]) {
    const printed = await release(app.operatorsOrigin, args);
    expect(printed).toMatchObject({ status: 0 });
    return printed.stdout.split('\n')[0];
  }
  async function expectRejection(args: string[], reason: string) {
    const before = await status(clientOf(app));
    const { status: exitStatus, stdout, stderr } = await release(app.operatorsOrigin, args);
    expect({ exitStatus, stdout }).toEqual({ exitStatus: 1, stdout: '' });
    expect(stderr).toContain(
      `${reason}\nProduction has changed meanwhile, by another operator or by the service. Check the status and try again.\n`,
    );
    expect(await status(clientOf(app))).toEqual(before);
  }

  it('does not go back a second time when a rollback is repeated', async () => {
    await run('promote', 'mfe-quiz@1.1.0');
    await run('promote', 'mfe-quiz@1.2.0');
    expect(await run('rollback', '--from', third)).toBe(
      `rolled back: set ${third} (number 3) -> set ${second} (number 2)`,
    );
    await expectRejection(
      ['rollback', '--from', third],
      `Set ${second} (number 2) is live now, not ${third}.`,
    );
  });

  it.each([
    [['promote', 'mfe-quiz@1.2.0']],
    [['promote', 'mfe-quiz@1.2.0', '--canary', '10']],
    [['remove', 'mfe-survey']],
  ])('replaces no other set than that one: %j', async (args) => {
    await run('promote', 'mfe-quiz@1.1.0');
    await expectRejection([...args, '--from', first], `Set ${second} (number 2) is live now, not ${first}.`);
    await run(...args, '--from', second);
  });

  it.each([
    ['25', 'increased the canary to 25 %'],
    ['hold', 'held the canary'],
    ['resume', 'resumed the canary'],
    ['stop', 'stopped the canary'],
    ['promote', 'promoted the canary'],
  ])('changes no other canary than that one: canary %s', async (change, done) => {
    await run('promote', 'mfe-quiz@1.1.0', '--stages', '10:2h,50:1d');
    const reason = `Set ${second} (number 2) is the canary now, not ${third}.`;
    if (change === 'resume') await run('canary', 'hold');
    await expectRejection(['canary', change, '--set', third], reason);
    expect(await run('canary', change, '--set', second)).toBe(`${done}: set ${second} (number 2)`);
  });

  it.each([
    [['promote', 'mfe-quiz@1.2.0', '--from', 'no-set']],
    [['remove', 'mfe-survey', '--from', 'no-set']],
    [['rollback', '--from', 'no-set']],
    [['canary', 'stop', '--set', 'no-set']],
    [['finish', '--set', 'no-set']],
  ])('says that there is no set of that id: %j', async (args) => {
    await run('promote', 'mfe-quiz@1.1.0');
    await run('promote', 'mfe-quiz@1.2.0', '--canary', '10');
    const before = await status(clientOf(app));
    const { status: exitStatus, stderr } = await release(app.operatorsOrigin, args);
    expect({ exitStatus, reason: stderr.split('\n')[0] }).toEqual({
      exitStatus: 1,
      reason: 'There is no set "no-set". "release status" shows what is live.',
    });
    expect(await status(clientOf(app))).toEqual(before);
  });

  it('makes no other canary than that one the stable set: finish', async () => {
    await run('promote', 'mfe-quiz@1.1.0', '--canary', '10');
    const reason = `Set ${second} (number 2) is the canary now, not ${third}.`;
    await expectRejection(['finish', '--set', third], reason);
    expect(await run('finish', '--set', second)).toBe(`promoted the canary: set ${second} (number 2)`);
    expect(await liveId()).toBe(second);
  });

  it('prints which set it acts on, even if none is named', async () => {
    expect(await run('promote', 'mfe-quiz@1.1.0')).toBe(
      `promoted: set ${first} (number 1) -> set ${second} (number 2)`,
    );
    expect(await run('promote', 'mfe-quiz@1.2.0', '--canary', '10')).toBe(
      `started a canary: set ${third} (number 3), stable set ${second} (number 2)`,
    );
    expect(await run('canary', '25')).toBe(`increased the canary to 25 %: set ${third} (number 3)`);
    expect(await run('canary', 'stop')).toBe(`stopped the canary: set ${third} (number 3)`);
    expect(await run('remove', 'mfe-survey')).toMatch(
      /^removed mfe-survey: set \w+ \(number 2\) -> set \w+ \(number 4\)$/,
    );
  });
});
