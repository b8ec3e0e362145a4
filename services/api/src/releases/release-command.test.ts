import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { publishFrom } from '@funnel/release-kit/client/publish-client';
import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

import {
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { clientOf, publishProduct, testQuiz, writeBuild } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

describeOnEachEngine('the release command', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  it('publishes, promotes, prints the live set and rolls back', async () => {
    const changes = await publishProduct(app);
    const first = await release(app.operatorsOrigin, ['promote', ...changes, '--note', 'all of it']);
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^production: set \w+ \(number 1,.*\n.*mfe-quiz +1\.0\.0/s),
    });

    const dir = writeBuild(testQuiz('1.1.0'));
    expect(await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir])).toMatchObject({
      status: 0,
      stdout: 'published mfe-quiz@1.1.0\n',
    });
    expect(await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir])).toMatchObject({
      status: 0,
      stdout: 'already published, unchanged: mfe-quiz@1.1.0\n',
    });
    appendFileSync(join(dir, 'remoteEntry.js'), '//');
    expect(await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('remoteEntry.js'),
    });
    await release(app.operatorsOrigin, ['promote', 'mfe-quiz@1.1.0']);

    const list = await release(app.operatorsOrigin, ['list', 'mfe-quiz']);
    expect(list.stdout).toMatch(/mfe-quiz@1\.1\.0 .* live\n/);
    const back = await release(app.operatorsOrigin, ['rollback', '--note', 'dim', '--json']);
    expect(JSON.parse(back.stdout)).toMatchObject({
      channel: 'production',
      set: { number: 1, members: { 'mfe-quiz': '1.0.0' } },
    });
    expect((await release(app.operatorsOrigin, ['audit'])).stdout).toMatch(
      /operator +rollback +\w+ -> \w+ +dim\n.*promote.*\n.*- -> \w+ +all of it\n/,
    );
    expect((await release(app.operatorsOrigin, ['status'])).stdout).toMatch(/number 1/);
  });

  it('creates a set, prints the findings against it, and overrides the gates with --force and a reason', async () => {
    const dir = writeBuild(testQuiz('1.2.0', { paths: ['/'] }));
    await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir]);
    const prepared = await release(app.operatorsOrigin, ['prepare', 'mfe-quiz@1.2.0']);
    expect(prepared).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[0-9a-f]{12}\n$/) });
    const against = expect.stringMatching(
      /^\/goal of mfe-quiz@1\.0\.0 is live now and would be lost\..*--force/,
    );
    const setId = prepared.stdout.trim();
    expect(await release(app.operatorsOrigin, ['verify', setId])).toMatchObject({
      status: 1,
      stderr: against,
    });
    expect(await release(app.operatorsOrigin, ['promote', 'mfe-quiz@1.2.0'])).toMatchObject({
      status: 1,
      stderr: against,
    });
    const reason = ['--force', '--reason', 'nobody goes there', '--note', 'a smaller quiz'];
    const forced = await release(app.operatorsOrigin, ['promote', 'mfe-quiz@1.2.0', ...reason]);
    expect(forced).toMatchObject({ status: 0, stdout: expect.stringContaining(`set ${setId}`) });
    expect((await release(app.operatorsOrigin, ['audit'])).stdout).toMatch(
      /promote .* a smaller quiz; nobody goes there \[forced: \/goal of mfe-quiz@1\.0\.0 is live now and would be lost\.\]\n/,
    );
    expect(await release(app.operatorsOrigin, ['rollback'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        new RegExp(`^rolled back: set ${setId} \\(number 3\\) -> set \\w+ \\(number 1\\)\nproduction: set`),
      ),
    });
    const live = await release(app.operatorsOrigin, ['status', '--json']);
    expect(await release(app.operatorsOrigin, ['verify', JSON.parse(live.stdout).set.id])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^set \w+: all gates passed; it has no smoke test yet\n$/),
    });
  });

  it('prints a line break in the name of a widget as an escape, so that a build adds no line of its own', async () => {
    const widget = 'card\nset 0123456789ab: all gates passed';
    const dir = writeBuild(testQuiz('1.3.0', { widgets: [widget, widget] }));
    await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir]);
    const { stdout } = await release(app.operatorsOrigin, ['prepare', 'mfe-quiz@1.3.0']);
    expect(await release(app.operatorsOrigin, ['verify', stdout.trim()])).toMatchObject({
      status: 1,
      stderr: [
        'The widget quiz/card\\x0aset 0123456789ab: all gates passed has more than one owner: mfe-quiz@1.3.0, mfe-quiz@1.3.0. Remove it from one remote.config.ts.',
        `Sent to ${app.operatorsOrigin} (from RELEASE_URL) with the token from OPERATOR_TOKEN.`,
        '',
      ].join('\n'),
    });
  });

  it('creates, lists and revokes operator tokens', async () => {
    const made = await release(app.operatorsOrigin, [
      'token',
      'add',
      'vera',
      '--preset',
      'viewer',
      '--days',
      '90',
    ]);
    const [token = ''] = made.stdout.split('\n');
    const vera = { OPERATOR_TOKEN: token };
    expect(await release(app.operatorsOrigin, ['status'], vera)).toMatchObject({ status: 0 });
    expect(await release(app.operatorsOrigin, ['rollback'], vera)).toMatchObject({
      status: 1,
      stderr: [
        'Your token (viewer) does not allow this: it needs deploy.',
        `Sent to ${app.operatorsOrigin} (from RELEASE_URL) with the token from OPERATOR_TOKEN.`,
        '',
      ].join('\n'),
    });
    const listed = (await release(app.operatorsOrigin, ['token', 'list'])).stdout;
    expect(listed).toMatch(
      /^\S{36} +vera +viewer +created 2026-01-15T12:00:00.000Z by operator +expires 2026-04-15T12:00:00.000Z +last used 2026-01-15T12:00:00.000Z\n$/,
    );
    expect(await release(app.operatorsOrigin, ['token', 'revoke', listed.split(' ')[0] ?? ''])).toMatchObject(
      {
        status: 0,
      },
    );
    expect(await release(app.operatorsOrigin, ['status'], vera)).toMatchObject({ status: 1 });
    expect(await release(app.operatorsOrigin, ['token', 'revoke', 'none'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^There is no token "none"\. "release token list" lists the tokens\.\nIf it was revoked before, .*\nSent to http:/,
      ),
    });
  });

  it.each<{ name: string; args: string[]; reason: RegExp; environment?: Record<string, string> }>([
    {
      name: 'a version that was never published',
      args: ['promote', 'mfe-quiz@9.9.9'],
      reason: /mfe-quiz@9\.9\.9 was never published\./,
    },
    {
      name: 'a folder without a build',
      args: ['publish', 'mfe-quiz', '--dir', '/nowhere'],
      reason:
        /^There is no remote\.json in \/nowhere\. Build mfe-quiz first, in its folder: npx funnel-remote build\n$/,
    },
    {
      name: 'a build that lacks one of its files',
      args: ['publish', 'mfe-quiz', '--dir', writeBuild({ ...testQuiz('1.9.0'), texts: {} })],
      reason: /^remoteEntry\.js of \S+ cannot be read: .*ENOENT.*\n$/,
    },
    {
      name: 'a hosted build that cannot be reached',
      args: ['publish', 'mfe-quiz', '--url', 'http://127.0.0.1:1/remote.json'],
      reason:
        /^remote\.json of http:\/\/127\.0\.0\.1:1\/remote\.json cannot be read: 127\.0\.0\.1:1 is unreachable\n$/,
    },
    {
      name: 'a build of another remote',
      args: ['publish', 'mfe-legal', '--dir', writeBuild(testQuiz('1.9.0'))],
      reason: /has a build of mfe-quiz, not of mfe-legal/,
    },
    {
      name: 'a wrong token',
      args: ['status'],
      reason:
        /^This operator token is unknown, has expired or was revoked\. Send a valid one; commands take it from OPERATOR_TOKEN\. .* npm run release -- token add NAME --preset PRESET --days DAYS\n.*\nSent to .* with the token from OPERATOR_TOKEN\.\n$/,
      environment: { OPERATOR_TOKEN: 'wrong' },
    },
    {
      name: 'an unknown publisher',
      args: ['publisher', 'remove', 'none'],
      reason: /^There is no publisher "none"\. "release publisher list" shows them\.\n/,
    },
    {
      name: 'a webhook that was never registered',
      args: ['webhook', 'show', 'mfe-quiz'],
      reason: /^"mfe-quiz" has no webhook\. "release webhook set" registers one\.\n/,
    },
    {
      name: 'an operator with a name of the history',
      args: ['token', 'add', 'operator', '--preset', 'viewer', '--days', '1'],
      reason: /^The history records "operator" for the service or for a token of OPERATOR_TOKEN\./,
    },
    {
      name: 'no service at the URL',
      args: ['status'],
      reason:
        /^The service at http:\/\/127\.0\.0\.1:4129 cannot be reached\. Start it, or set RELEASE_URL to its operators' listener\.\nCalled http:\/\/127\.0\.0\.1:4129 \(from RELEASE_URL\) with the token from OPERATOR_TOKEN\.\n$/,
      environment: { RELEASE_URL: 'http://127.0.0.1:4129' },
    },
    {
      name: 'a note that is too long',
      args: ['rollback', '--note', 'x'.repeat(501)],
      reason: /\nnote: must have at most 500 characters\n/,
    },
    {
      name: 'a deprecation without a reason',
      args: ['deprecate', 'mfe-quiz', '1.0.0', '--reason', ' '],
      reason: /\nreason: must not be empty\n/,
    },
    {
      name: 'a list of an unknown app',
      args: ['list', 'mfe-quizz'],
      reason:
        /^No version of "mfe-quizz" has been published\. Published apps: mfe-checkout, mfe-pricing, mfe-quiz, shell\.\n/,
    },
    {
      name: 'a promotion of an unknown app',
      args: ['promote', 'mfe-quizz@1.0.0'],
      reason:
        /^No version of "mfe-quizz" has been published\. Published apps: mfe-checkout, mfe-pricing, mfe-quiz, shell\.\n/,
    },
  ])('exits with 1 and prints the reason: $name', async ({ args, reason, environment }) => {
    const said = await release(app.operatorsOrigin, args, environment);
    expect(said).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(reason) });
  });

  it('names another program that responds at the URL', async () => {
    const other = await startReceiver(() => ({ status: 200, body: 'Hello' }));
    expect(await release(other.origin, ['status'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `The response from ${other.origin} is not from this service (HTTP 200).\n`,
      ),
    });
    await other.close();
  });

  it('names the wrong listener if RELEASE_URL is the URL of the visitors', async () => {
    expect(await release(app.origin, ['status'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^http:\S+ does not know this request\. Either RELEASE_URL is not the operators' listener \(OPERATOR_PORT\), or its service is older than this command\.\n/,
      ),
    });
  });

  it('rejects a canary of the live set', async () => {
    const { members } = JSON.parse((await release(app.operatorsOrigin, ['status', '--json'])).stdout).set;
    const change = `mfe-quiz@${members['mfe-quiz']}`;
    expect(await release(app.operatorsOrigin, ['promote', change, '--canary', '10'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^This set is already live for all new visitors, so it cannot be a canary\.\n/,
      ),
    });
    expect(await release(app.operatorsOrigin, ['promote', change])).toMatchObject({ status: 0 });
  });

  it('accepts the newer names of commands', async () => {
    const history = await release(app.operatorsOrigin, ['history']);
    expect(history).toEqual(await release(app.operatorsOrigin, ['audit']));
    expect(history.status).toBe(0);
    expect(await release(app.operatorsOrigin, ['create-set', 'mfe-quiz@1.0.0'])).toMatchObject({ status: 0 });
    expect(await release(app.operatorsOrigin, ['canary', 'stop'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^No canary is running\./),
    });
    expect(await release(app.operatorsOrigin, ['canary', 'promote'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^No canary is running\./),
    });
  });

  it('prints the reason as JSON with --json', async () => {
    const { status, stdout } = await release(app.operatorsOrigin, ['promote', 'mfe-quiz@9.9.9', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      code: 'promotion-refused',
      message: 'mfe-quiz@9.9.9 was never published. "release list mfe-quiz" shows what is.',
      sent: `Sent to ${app.operatorsOrigin} (from RELEASE_URL) with the token from OPERATOR_TOKEN.`,
    });
  });

  it('publishes a remote that is hosted elsewhere, and rejects files that do not match their hashes', async () => {
    const { manifest, texts } = testQuiz('1.5.0');
    const served = new Map(Object.entries({ ...texts, 'remote.json': JSON.stringify(manifest) }));
    const host = new Koa();
    host.use((ctx) => {
      const text = served.get(ctx.path.replace('/quiz/', ''));
      if (text !== undefined) ctx.body = text;
    });
    const { origin, close } = await listen(host, 0, '127.0.0.1');
    served.set('remote.1.js', 'something else');
    await expect(publishFrom(clientOf(app), `${origin}/quiz/remote.json`)).rejects.toMatchObject({
      code: 'invalid-request',
    });
    served.set('remote.1.js', texts['remote.1.js'] ?? '');
    await expect(publishFrom(clientOf(app), `${origin}/away/remote.json`)).rejects.toMatchObject({
      code: 'unusable-build',
      message: `remote.json of ${origin}/away/remote.json cannot be read: HTTP 404`,
    });
    const { status, stdout } = await release(app.operatorsOrigin, [
      'publish',
      'mfe-quiz',
      '--url',
      `${origin}/quiz/remote.json`,
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'published mfe-quiz@1.5.0\n' });
    await close();
  });
});
