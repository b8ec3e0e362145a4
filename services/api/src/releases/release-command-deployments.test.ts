import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { publishProduct, publishTest, testQuiz } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

describeOnEachEngine('deployments by the release command', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let first = '';
  const run = async (...args: string[]) => {
    const printed = await release(app.operatorsOrigin, args);
    expect(printed).toMatchObject({ status: 0 });
    return printed;
  };
  /** The last line of what a command prints. */
  const lastLine = async (...args: string[]) => (await run(...args)).stdout.trimEnd().split('\n').at(-1);
  const live = async () => JSON.parse((await run('status', '--json')).stdout);
  const newest = async () => JSON.parse((await run('audit', '--json')).stdout).deployments[0];

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await run('promote', ...(await publishProduct(app)));
    first = (await live()).set.id;
    advance(1000);
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { set, canary } = await live();
    if (canary) await run('canary', 'stop');
    if (set.id !== first) await run('rollback', '--to', first);
  });

  it('start the stages of a canary, hold and resume them, change its share, and stop it, with notes', async () => {
    expect(
      await lastLine('promote', 'mfe-quiz@1.1.0', '--stages', '10:2h,50:1d', '--note', 'a new quiz'),
    ).toBe('  canary stage 1 of 2, 50 % at 2026-01-15T14:00:01.000Z');
    expect(await newest()).toMatchObject({ action: 'canary', note: expect.stringContaining('a new quiz') });

    expect(await lastLine('canary', 'hold', '--note', 'lunch')).toMatch(/^ {2}canary stage 1 of 2, held: /);
    expect(await newest()).toMatchObject({ action: 'hold', note: expect.stringContaining('lunch') });
    expect(await lastLine('canary', 'resume')).toBe(
      '  canary stage 1 of 2, 50 % at 2026-01-15T14:00:01.000Z',
    );

    await run('canary', '60%', '--note', 'more');
    expect((await live()).canary).toMatchObject({ percent: 60, plan: null });
    expect(await newest()).toMatchObject({ action: 'widen', note: expect.stringContaining('more') });

    await run('canary', 'stop', '--note', 'dim');
    expect(await live()).toMatchObject({ set: { id: first }, canary: null });
    expect(await newest()).toMatchObject({ action: 'stop', note: expect.stringContaining('dim') });
  });

  it.each([
    ['canary promote', ['canary', 'promote']],
    ['finish', ['finish']],
  ])('promote a canary with %s, and go back to an earlier set by its id', async (_, args) => {
    await run('promote', 'mfe-quiz@1.1.0', '--canary', '10');
    await run(...args, '--note', 'good');
    expect(await live()).toMatchObject({ set: { members: { 'mfe-quiz': '1.1.0' } }, canary: null });
    expect(await newest()).toMatchObject({ action: 'finish', note: expect.stringContaining('good') });
    await run('rollback', '--to', first);
    expect(await live()).toMatchObject({ set: { id: first } });
  });

  it('stop a canary with `canary abort`, too, another name of the command', async () => {
    await run('promote', 'mfe-quiz@1.1.0', '--canary', '10');
    await run('canary', 'abort');
    expect((await live()).canary).toBeNull();
  });

  it('go back to the previous set, or to the one that is named', async () => {
    await run('promote', 'mfe-quiz@1.1.0');
    const second = (await live()).set.id;
    advance(1000);
    await publishTest(app, testQuiz('1.2.0'));
    await run('promote', 'mfe-quiz@1.2.0');
    await run('rollback');
    expect((await live()).set.id).toBe(second);
    await run('promote', 'mfe-quiz@1.2.0');
    await run('rollback', '--to', first);
    expect((await live()).set.id).toBe(first);
  });

  it('are visible in the list of all versions, or of those of one app', async () => {
    const rowsOf = async (...args: string[]) =>
      (await run('list', ...args)).stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.replace(/ +2026\S+/, ''));
    expect(await rowsOf('mfe-quiz')).toEqual(['mfe-quiz@1.2.0', 'mfe-quiz@1.1.0', 'mfe-quiz@1.0.0  live']);
    expect((await rowsOf()).toSorted()).toEqual([
      'mfe-checkout@1.0.0  live',
      'mfe-pricing@1.0.0  live',
      'mfe-quiz@1.0.0  live',
      'mfe-quiz@1.1.0',
      'mfe-quiz@1.2.0',
      'shell@1.0.0  live',
    ]);
  });

  it('mark the versions that only the visitors of a canary get in the list', async () => {
    await run('promote', 'mfe-quiz@1.1.0', '--canary', '10');
    const rowsOf = async (...args: string[]) =>
      (await run('list', ...args)).stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.replace(/ +2026\S+/, ''));
    expect(await rowsOf('mfe-quiz')).toEqual([
      'mfe-quiz@1.2.0',
      'mfe-quiz@1.1.0  canary',
      'mfe-quiz@1.0.0  live',
    ]);
    expect((await rowsOf()).filter((row) => row.endsWith('  canary'))).toEqual(['mfe-quiz@1.1.0  canary']);
    await run('canary', 'stop');
    expect((await rowsOf()).filter((row) => row.endsWith('  canary'))).toEqual([]);
  });

  it('warn of a deprecated version whenever a set with it is made, and no more after undeprecate', async () => {
    const warning = 'Warning: mfe-quiz@1.1.0 is deprecated: it is dim\n';
    await run('deprecate', 'mfe-quiz', '1.1.0', '--reason', 'it is dim');
    const prepared = await run('prepare', 'mfe-quiz@1.1.0');
    expect(prepared.stderr).toBe(warning);
    expect((await run('verify', prepared.stdout.trim())).stderr).toBe(warning);
    expect((await run('prepare', 'mfe-quiz@1.1.0', '--json')).stderr).toBe(warning);
    expect((await run('promote', 'mfe-quiz@1.1.0', '--canary', '10')).stderr).toBe(warning);
    expect((await run('canary', 'stop')).stderr).toBe('');
    await run('undeprecate', 'mfe-quiz', '1.1.0');
    expect((await run('prepare', 'mfe-quiz@1.1.0')).stderr).toBe('');
  });

  it('move visitors in the middle of the funnel only with --move-visitors', async () => {
    const withdrawn = async () =>
      JSON.parse((await run('verify', first, '--json')).stdout).set.withdrawnAt !== null;
    await run('promote', 'mfe-quiz@1.1.0');
    expect(await withdrawn()).toBe(false);
    await run('rollback', '--to', first);
    await run('promote', 'mfe-quiz@1.1.0', '--move-visitors');
    expect(await withdrawn()).toBe(true);
  });

  it('say that a promotion found its set already live, and name the percentages in the history', async () => {
    await run('promote', 'mfe-quiz@1.2.0');
    const again = await run('promote', 'mfe-quiz@1.2.0', '--note', 'for the record');
    expect(again.stderr).toBe(
      'Warning: This set was live already: nothing was changed, and no note was stored.\n',
    );
    const asJson = await run('promote', 'mfe-quiz@1.2.0', '--json');
    expect(asJson.stderr).toBe(again.stderr);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ set: { members: { 'mfe-quiz': '1.2.0' } } });
    await run('promote', 'mfe-quiz@1.0.0', '--canary', '10');
    await run('canary', '25');
    const { stdout } = await run('audit');
    expect(stdout).toContain(' at 25 %');
    expect(stdout).toMatch(/canary .* at 10 %/);
    expect(stdout).not.toContain('for the record');
    await run('canary', 'stop');
  });

  it('are rejected if they would move visitors to a canary', async () => {
    for (const canary of ['--canary=10', '--stages=10:2h']) {
      const promotion = ['promote', 'mfe-quiz@1.1.0', canary, '--move-visitors'];
      const { status, stderr } = await release(app.operatorsOrigin, promotion);
      expect(status).toBe(2);
      expect(stderr).toContain(
        '--move-visitors is for all new visitors. It cannot be combined with a canary.',
      );
    }
  });

  it('name the presets for a role that there is not', async () => {
    const { status, stderr } = await release(app.operatorsOrigin, [
      'token',
      'add',
      'bob',
      '--role=foo',
      '--days=3',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('Expected viewer, publisher:APP[,APP], releaser or admin.');
  });

  it('are allowed to tokens of a former role by its preset', async () => {
    await run('token', 'add', 'old', '--role', 'manager', '--days', '1');
    await run('token', 'add', 'new', '--preset', 'viewer', '--days', '1');
    const { stdout } = await run('token', 'list');
    expect(stdout).toMatch(/old +admin .*never used\n/);
    expect(stdout).toMatch(/new +viewer .*never used\n/);
  });
});
