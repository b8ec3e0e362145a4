import { hourMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { untilBlocked } from './blocked-statements.testkit.ts';
import {
  audit,
  createToken,
  deprecate,
  listBuilds,
  prepareSet,
  promote,
  sendCertification,
  status,
  verifySet,
} from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testPricing, testQuiz } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

describeOnEachEngine('a deprecated version', (open, engine) => {
  let app: TestApp;
  const { clock, advance } = createTestClock();
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());
  beforeEach(() => advance(1000));

  const reason = 'the email step loses answers';
  const marked = { name: 'mfe-quiz', version: '1.1.0', reason };
  const deprecations = async () =>
    (await audit(clientOf(app))).versions.filter(({ action }) => action !== 'publish');
  const deprecationOf = async (version: string, name = 'mfe-quiz') =>
    (await listBuilds(clientOf(app), name)).builds.find((build) => build.version === version)?.deprecation;

  it('is marked, and was published, only together with the entry in the history', async () => {
    const { db } = app.context.database;
    // Entries can be read and counted, and none can be added.
    await sql`alter table version_audit rename column note to other_note`.execute(db);
    const outcomes = await Promise.allSettled([
      deprecate(clientOf(app), marked),
      publishTest(app, testQuiz('1.2.0')),
    ]);
    await sql`alter table version_audit rename column other_note to note`.execute(db);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(await deprecationOf('1.1.0')).toBeNull();
    expect(await publishTest(app, testQuiz('1.2.0'))).toMatchObject({ outcome: 'published' });
  });

  it('is listed with its reason, and recorded once with the operator', async () => {
    await deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.1.0', reason });
    await deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.1.0', reason });
    expect(await deprecationOf('1.1.0')).toBe(reason);
    expect(await deprecationOf('1.0.0')).toBeNull();
    const entry = { at: clock(), actor: 'operator', action: 'deprecate' };
    expect(await deprecations()).toEqual([
      { ...entry, name: 'mfe-quiz', version: '1.1.0', note: reason, source: null },
    ]);
  });

  if (engine === 'postgres')
    it('is recorded once, although another replica makes the same change at the same time', async () => {
      const { db } = app.context.database;
      const again = 'the email step loses leads';
      const recorded = (await deprecations()).length;
      const { change } = await db.transaction().execute(async (otherReplica) => {
        await otherReplica
          .updateTable('builds')
          .set({ deprecation: again })
          .where('version', '=', '1.1.0')
          .execute();
        const waiting = deprecate(clientOf(app), { ...marked, reason: again });
        await untilBlocked(db);
        return { change: waiting };
      });
      expect(await change).toMatchObject({ reason: again });
      expect(await deprecations()).toHaveLength(recorded);
      await db.updateTable('builds').set({ deprecation: reason }).where('version', '=', '1.1.0').execute();
    });

  it('has a reason of one line, which cannot change what the terminal of an operator shows', async () => {
    for (const text of ['one\r\n* mfe-quiz@9.9.9 certified', 'a\u001b[2J'])
      await expect(
        deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.1.0', reason: text }),
      ).rejects.toMatchObject({ code: 'invalid-request' });
    // A reason that an earlier version stored.
    const { db } = app.context.database;
    await db
      .updateTable('version_audit')
      .set({ note: 'old \u001b]0;title\u0007\u001b[31mred' })
      .where('action', '=', 'deprecate')
      .execute();
    const { stdout } = await release(app.operatorsOrigin, ['audit']);
    expect(stdout).toContain('old ]0;title[31mred');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    await db.updateTable('version_audit').set({ note: reason }).where('action', '=', 'deprecate').execute();
  });

  it('has a reason that no terminal shows in another order than that of its letters', async () => {
    const reversed = 'Do not \u202eetomorp\u202c';
    await deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.0.0', reason: reversed });
    const { stdout } = await release(app.operatorsOrigin, ['list', 'mfe-quiz']);
    expect(stdout).toContain('deprecated: Do not etomorp\n');
    await deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.0.0', reason: null });
    await app.context.database.db
      .deleteFrom('version_audit')
      .where('version', '=', '1.0.0')
      .where('action', '<>', 'publish')
      .execute();
  });

  it('is named, with its reason, by every set that contains it, and fails no gate', async () => {
    const set = await prepareSet(clientOf(app), ['mfe-quiz@1.1.0']);
    expect(set.deprecated).toEqual([marked]);
    expect(await verifySet(clientOf(app), set.id)).toMatchObject({
      reasons: [],
      set: { deprecated: [marked] },
    });
    const passed = { outcome: 'passed', report: '25 screens' } as const;
    expect((await sendCertification(clientOf(app), set.id, passed)).deprecated).toEqual([marked]);
    const promoted = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 10 });
    expect(promoted).toMatchObject({ set: { deprecated: [] }, canary: { set: { deprecated: [marked] } } });
    expect(await status(clientOf(app))).toEqual(promoted);
  });

  it('is not deprecated any more after its undo, which is recorded, too', async () => {
    await deprecate(clientOf(app), { name: 'mfe-quiz', version: '1.1.0', reason: null });
    expect(await deprecationOf('1.1.0')).toBeNull();
    expect((await status(clientOf(app))).canary?.set.deprecated).toEqual([]);
    expect((await deprecations()).map(({ action, note }) => [action, note])).toEqual([
      ['undeprecate', ''],
      ['deprecate', reason],
    ]);
  });

  it('must have been published', async () => {
    await expect(
      deprecate(clientOf(app), { name: 'mfe-quiz', version: '9.9.9', reason }),
    ).rejects.toMatchObject({
      code: 'not-found',
      message: 'mfe-quiz@9.9.9 was never published. "release list mfe-quiz" shows what is.',
    });
  });

  it('is marked only by who may publish it', async () => {
    const request = { name: 'pricing-team', preset: 'publisher:mfe-pricing', days: 1 };
    const { token } = await createToken(clientOf(app), request);
    const team = { ...clientOf(app), token };
    await expect(deprecate(team, { name: 'mfe-quiz', version: '1.1.0', reason })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Your token (publisher:mfe-pricing) does not publish mfe-quiz.',
    });
    await deprecate(team, { name: 'mfe-pricing', version: '1.0.0', reason: 'wrong prices' });
    expect((await deprecations())[0]).toMatchObject({
      actor: 'pricing-team',
      name: 'mfe-pricing',
    });
  });

  it('is marked, listed, warned of and restored by the release command', async () => {
    const run = (...args: string[]) => release(app.operatorsOrigin, args);
    expect(await run('deprecate', 'mfe-quiz', '1.0.0')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Required option '--reason <text>' not specified"),
    });
    expect(await run('deprecate', 'mfe-quiz', '1.0.0', '--reason', 'too slow')).toMatchObject({
      status: 0,
      stdout: 'deprecated mfe-quiz@1.0.0: too slow\n',
    });
    expect((await run('list', 'mfe-quiz')).stdout).toMatch(
      /mfe-quiz@1\.0\.0 .* live +deprecated: too slow\n/,
    );
    expect(await run('status')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Warning: mfe-quiz@1.0.0 is deprecated: too slow\n'),
    });
    expect((await run('audit')).stdout).toMatch(/operator +deprecate +mfe-quiz@1\.0\.0 +too slow\n/);
    await run('canary', 'stop');
    await run('promote', 'mfe-quiz@1.1.0');
    const again = await run('promote', 'mfe-quiz@1.0.0');
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('mfe-quiz') });
    expect(again.stderr).toContain('Warning: mfe-quiz@1.0.0 is deprecated: too slow\n');
    expect(await run('undeprecate', 'mfe-quiz', '1.0.0')).toMatchObject({
      status: 0,
      stdout: 'mfe-quiz@1.0.0 is no longer deprecated (it was: too slow)\n',
    });
    expect(await run('undeprecate', 'mfe-quiz', '1.0.0')).toMatchObject({
      status: 0,
      stdout: 'mfe-quiz@1.0.0 was not deprecated: nothing was changed\n',
    });
    expect(await run('undeprecate', 'mfe-quizz', '1.0.0')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^No version of "mfe-quizz" has been published\./),
    });
    // A publisher may not list the versions.
    const publisher = await createToken(clientOf(app), {
      name: 'quiz-team',
      preset: 'publisher:mfe-quiz',
      days: 1,
    });
    expect(
      await release(app.operatorsOrigin, ['undeprecate', 'mfe-quiz', '1.0.0'], {
        OPERATOR_TOKEN: publisher.token,
      }),
    ).toMatchObject({ status: 0, stdout: 'mfe-quiz@1.0.0 is no longer deprecated\n' });
    expect((await run('status')).stderr).not.toContain('mfe-quiz');
  });

  it('is one of its app alone, although another app has a version of the same number', async () => {
    for (const build of [testQuiz('1.3.0'), testPricing('1.3.0')]) await publishTest(app, build);
    await deprecate(clientOf(app), { ...marked, version: '1.3.0' });
    expect(await deprecationOf('1.3.0')).toBe(reason);
    expect(await deprecationOf('1.3.0', 'mfe-pricing')).toBeNull();
  });

  it('changes at most 100 times a day with the others of its app, even if changes are sent at once', async () => {
    const { db } = app.context.database;
    const entry = {
      at: clock(),
      actor: 'quiz-team',
      action: 'deprecate',
      name: 'mfe-quiz',
      version: '1.1.0',
      note: '',
      source: null,
    } as const;
    await db.deleteFrom('version_audit').where('action', '<>', 'publish').execute();
    await db
      .insertInto('version_audit')
      .values(Array.from({ length: 98 }, (_, at) => ({ ...entry, id: `change-${at}` })))
      .execute();
    const change = (text: string | null, name = 'mfe-quiz') =>
      deprecate(clientOf(app), { name, version: '1.3.0', reason: text });

    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => change(text)));
    expect(outcomes.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(2);
    await expect(change('f')).rejects.toMatchObject({
      code: 'too-many-requests',
      message: 'Versions of mfe-quiz were deprecated or restored 100 times within a day; 100 is the limit.',
    });
    const current = (await deprecationOf('1.3.0')) ?? null;
    expect(await change(current)).toMatchObject({ reason: current });
    expect(await deprecations()).toHaveLength(100);
    expect(await change('wrong prices', 'mfe-pricing')).toMatchObject({ name: 'mfe-pricing' });

    advance(23 * hourMs);
    await expect(change('f')).rejects.toMatchObject({ code: 'too-many-requests' });
    advance(hourMs);
    await change('f');
    expect(await deprecationOf('1.3.0')).toBe('f');
  });
});
