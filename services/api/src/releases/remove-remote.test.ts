import { releaseSetSchema } from '@funnel/contracts/release';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { releaseCommand } from '@funnel/releases/cli/release-command';
import {
  audit,
  createSetWithout,
  preview,
  promote,
  removeRemote,
  rollback,
  status,
} from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testRemote } from './release.testkit.ts';

describeOnEachEngine('removing a remote', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    const changes = await publishProduct(app);
    await publishTest(app, testRemote('mfe-survey', '1.0.0', { paths: ['/survey'] }));
    await publishTest(app, testRemote('mfe-legal', '1.0.0', { widgets: ['dialog'] }));
    await promote(clientOf(app), [...changes, 'mfe-survey@1.0.0', 'mfe-legal@1.0.0']);
  });
  afterAll(() => app.close());

  const livePaths = async () => {
    const response = await app.request('/api/release-set');
    return releaseSetSchema.parse(await response.json()).remotes.flatMap(({ paths }) => paths);
  };

  it('creates the set without the remote before it is live', async () => {
    const before = await status(clientOf(app));
    const set = await createSetWithout(clientOf(app), 'mfe-survey');
    expect(Object.keys(set.members)).not.toContain('mfe-survey');
    expect((await preview(clientOf(app), set.id)).url).toContain('preview=');
    expect(await status(clientOf(app))).toEqual(before);
  });

  it('makes a set without the remote live, and records it', async () => {
    const { set } = await removeRemote(clientOf(app), 'mfe-survey', { note: 'the survey is over' });
    expect(Object.keys(set?.members ?? {})).toEqual([
      'mfe-checkout',
      'mfe-legal',
      'mfe-pricing',
      'mfe-quiz',
      'shell',
    ]);
    expect((await app.request('/survey')).status).toBe(404);
    const [last] = (await audit(clientOf(app))).deployments;
    expect(last).toMatchObject({ action: 'promote', note: 'the survey is over [removed: mfe-survey]' });
  });

  it('brings the remote back with a rollback', async () => {
    await rollback(clientOf(app));
    expect(await livePaths()).toContain('/survey');
  });

  it.each([
    [
      'a remote that owns a stage',
      'mfe-pricing',
      /^No remote owns \/final, .*\nmfe-pricing cannot be removed, because the funnel needs its paths\. Promote another version of it instead: npm run release -- promote mfe-pricing@VERSION \("release list mfe-pricing" shows them\)\.$/,
    ],
    [
      'a remote with a widget that others may show',
      'mfe-legal',
      /^legal\/dialog of mfe-legal@1\.0\.0 is live/,
    ],
    [
      'the shell',
      'shell',
      /^The shell cannot be removed, because every page needs it\. Promote another version of it instead: npm run release -- promote shell@VERSION \("release list shell" shows them\)\.$/,
    ],
    [
      'a remote that is not live',
      'mfe-unknown',
      /^"mfe-unknown" is not live\. "release status" shows what is\.$/,
    ],
  ])('refuses to remove %s', async (_, name, message) => {
    const before = await audit(clientOf(app));
    await expect(removeRemote(clientOf(app), name)).rejects.toMatchObject({
      code: 'promotion-refused',
      message: expect.stringMatching(message),
    });
    expect(await audit(clientOf(app))).toEqual(before);
  });

  it('creates no set without a shell', async () => {
    await expect(createSetWithout(clientOf(app), 'shell')).rejects.toMatchObject({
      code: 'promotion-refused',
      message: expect.stringMatching(/^The shell cannot be removed, /),
    });
  });

  it('never removes a stage by force, and a widget only with a reason', async () => {
    const force = { force: true, note: 'the texts moved' };
    await expect(removeRemote(clientOf(app), 'mfe-checkout', force)).rejects.toMatchObject({
      code: 'promotion-refused',
    });
    await expect(removeRemote(clientOf(app), 'mfe-legal', { force: true })).rejects.toMatchObject({
      message: expect.stringContaining('--reason'),
    });
    await removeRemote(clientOf(app), 'mfe-legal', force);
    expect((await audit(clientOf(app))).deployments[0]?.note).toMatch(
      /^the texts moved \[removed: mfe-legal\] \[forced: legal\/dialog/,
    );
    await rollback(clientOf(app));
  });

  it('names every removed remote in the history, also without a note', async () => {
    const before = (await status(clientOf(app))).set?.id;
    await publishTest(app, testRemote('mfe-exit', '1.0.0', { paths: ['/exit'] }));
    await promote(clientOf(app), ['mfe-exit@1.0.0']);
    await promote(clientOf(app), [], { remove: ['mfe-survey', 'mfe-exit'] });
    expect((await audit(clientOf(app))).deployments[0]?.note).toBe('[removed: mfe-survey, mfe-exit]');
    await rollback(clientOf(app), before);
  });

  it('is rejected with every reason, and with all of them as one text', async () => {
    const request = { changes: [], remove: ['mfe-one', 'mfe-other'] };
    const authorization = `Bearer ${testOperatorToken}`;
    const response = await app.post('/api/releases/promotions', request, { authorization });
    expect(await response.json()).toMatchObject({
      reasons: [
        '"mfe-one" is not live. "release status" shows what is.',
        '"mfe-other" is not live. "release status" shows what is.',
      ],
      detail:
        '"mfe-one" is not live. "release status" shows what is. "mfe-other" is not live. "release status" shows what is.',
    });
  });

  it('rejects a promotion that changes nothing', async () => {
    await expect(promote(clientOf(app), [])).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('changes: Name at least one version or remote.'),
    });
  });

  it('is rejected beside a version of the same remote, so that the history names no removal that did not happen', async () => {
    const request = { changes: ['mfe-legal@1.0.0'], remove: ['mfe-legal'] };
    const authorization = `Bearer ${testOperatorToken}`;
    for (const path of ['promotions', 'sets']) {
      const response = await app.post(`/api/releases/${path}`, request, { authorization });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        reasons: ['mfe-legal is named both with a version and to be removed.'],
      });
    }
  });

  it('needs the permission to deploy', async () => {
    const response = await app.request('/api/releases/promotions', {
      method: 'POST',
      headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
      body: JSON.stringify({ changes: [], remove: ['mfe-survey'] }),
    });
    expect(response.status).toBe(401);
    expect(await livePaths()).toContain('/survey');
  });

  it('is a command', async () => {
    const run = (...args: string[]) =>
      releaseCommand(args, {
        environment: { RELEASE_URL: app.operatorsOrigin, OPERATOR_TOKEN: testOperatorToken },
        rootFolder: '/nowhere',
      });
    expect(await run('remove', 'mfe-survey', '--create-only')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^[0-9a-f]{12}\n$/),
    });
    expect(await run('remove', 'mfe-survey', '--force')).toMatchObject({ status: 2 });
    expect(await run('remove', 'mfe-survey', '--note', 'over')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^removed mfe-survey: [^\n]+\nproduction: (?![^]*mfe-survey)/),
    });
    expect(await livePaths()).not.toContain('/survey');
  });
});
