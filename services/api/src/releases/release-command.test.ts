import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { publishFrom } from '@funnel/releases/cli/release-client';
import { runRelease } from '@funnel/releases/cli/run-release';
import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

import {
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { clientOf, publishProduct, testQuiz, writeBuild } from './release.testkit.ts';

jest.setTimeout(60_000);

const release = (origin: string, args: string[], environment: Record<string, string> = {}) =>
  runRelease(args, {
    environment: { RELEASE_URL: origin, OPERATOR_TOKEN: testOperatorToken, ...environment },
    rootFolder: '/nowhere',
  });

describeOnEachEngine('the release command', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  it('publishes, promotes, tells what is live and rolls back', async () => {
    const changes = await publishProduct(app);
    const first = await release(app.operatorsOrigin, ['promote', ...changes, '--note', 'all of it']);
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^production: set \w+ \(number 1,.*\n.*mfe-quiz +1\.0\.0/s),
    });

    const dir = writeBuild(testQuiz('1.1.0'));
    expect(await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir])).toMatchObject({
      status: 0,
      stdout: 'mfe-quiz@1.1.0 is published\n',
    });
    expect(await release(app.operatorsOrigin, ['publish', 'mfe-quiz', '--dir', dir])).toMatchObject({
      status: 0,
      stdout: 'mfe-quiz@1.1.0 was published before, unchanged\n',
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

  it('prepares a set, says what stands against it, and overrules that by force with a reason', async () => {
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
      stdout: expect.stringMatching(/^nothing stands against the set/),
    });
  });

  it('makes, lists and revokes operator tokens, which then open or close the same door', async () => {
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
        `Asked ${app.operatorsOrigin} (from RELEASE_URL) with the token from OPERATOR_TOKEN.`,
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
      stderr: expect.stringMatching(/^There is no token none\.\nAsked http:/),
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
      reason: /^There is no remote\.json in \/nowhere\.\n$/,
    },
    {
      name: 'a build that lacks one of its files',
      args: ['publish', 'mfe-quiz', '--dir', writeBuild({ ...testQuiz('1.9.0'), texts: {} })],
      reason: /^remoteEntry\.js of \S+ cannot be read: .*ENOENT.*\n$/,
    },
    {
      name: 'a build of another remote',
      args: ['publish', 'mfe-legal', '--dir', writeBuild(testQuiz('1.9.0'))],
      reason: /has a build of mfe-quiz, not of mfe-legal/,
    },
    {
      name: 'a wrong token',
      args: ['status'],
      reason: /operator token/,
      environment: { OPERATOR_TOKEN: 'wrong' },
    },
    {
      name: 'a service that is not there',
      args: ['status'],
      reason: /127\.0\.0\.1:4129 cannot be reached/,
      environment: { RELEASE_URL: 'http://127.0.0.1:4129' },
    },
  ])('exits with 1 and says why: $name', async ({ args, reason, environment }) => {
    const said = await release(app.operatorsOrigin, args, environment);
    expect(said).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(reason) });
  });

  it('says so where something else answers than the service', async () => {
    const other = await startReceiver(() => ({ status: 200, body: 'Hello' }));
    expect(await release(other.origin, ['status'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${other.origin} does not answer like this service.\n`),
    });
    await other.close();
  });

  it('gives programs the reason as JSON', async () => {
    const { status, stdout } = await release(app.operatorsOrigin, ['promote', 'mfe-quiz@9.9.9', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      code: 'promotion-refused',
      message: 'mfe-quiz@9.9.9 was never published.',
      asked: `Asked ${app.operatorsOrigin} (from RELEASE_URL) with the token from OPERATOR_TOKEN.`,
    });
  });

  it('publishes a remote that is hosted elsewhere, and not what differs from its hashes', async () => {
    const { manifest, texts } = testQuiz('1.5.0');
    const served = new Map(Object.entries({ ...texts, 'remote.json': JSON.stringify(manifest) }));
    const host = new Koa();
    host.use((ctx) => {
      ctx.body = served.get(ctx.path.replace('/quiz/', ''));
    });
    const { origin, close } = await listen(host, 0, '127.0.0.1');
    served.set('remote.1.js', 'something else');
    await expect(publishFrom(clientOf(app), `${origin}/quiz/remote.json`)).rejects.toMatchObject({
      code: 'invalid-request',
    });
    served.set('remote.1.js', texts['remote.1.js'] ?? '');
    const { status, stdout } = await release(app.operatorsOrigin, [
      'publish',
      'mfe-quiz',
      '--url',
      `${origin}/quiz/remote.json`,
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'mfe-quiz@1.5.0 is published\n' });
    await close();
  });
});

it('is a program that ends with that status', async () => {
  const command = [
    '--conditions=source',
    '--import',
    'tsx',
    join(__dirname, '../../../releases/src/cli/release.ts'),
    'ship',
  ];
  const child = execFile(process.execPath, command);
  let said = '';
  child.stderr?.on('data', (text) => (said += text));
  const [status] = await once(child, 'close');
  expect(status).toBe(2);
  expect(said).toMatch(/^There is no command "ship"/);
});

const badAddress = 'RELEASE_URL must be an http(s) address, such as http://127.0.0.1:3001';

it.each(['localhost:3000', '127.0.0.1:3000', 'ftp://127.0.0.1', 'http://'])(
  'exits with 2 and says what an address is, in words or as JSON: %s',
  async (address) => {
    const said = await release(address, ['status']);
    expect(said).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(badAddress) });
    const { status, stdout } = await release(address, ['status', '--json']);
    expect({ status, said: JSON.parse(stdout) }).toEqual({
      status: 2,
      said: { code: 'usage', message: badAddress },
    });
  },
);

describe('the build of a remote', () => {
  const root = mkdtempSync(join(tmpdir(), 'funnel-root-'));
  const dist = join(root, 'mfe-quiz/dist');
  cpSync(writeBuild(testQuiz('1.0.0')), dist, { recursive: true });
  afterAll(() => rmSync(root, { recursive: true }));
  const publish = (...options: string[]) =>
    runRelease(['publish', 'mfe-quiz', ...options], {
      environment: { RELEASE_URL: 'http://127.0.0.1:4129', OPERATOR_TOKEN: testOperatorToken },
      rootFolder: root,
    });

  it.each([
    ['where nothing is said', []],
    ['in the folder as it is given', ['--dir', dist]],
    ['in the folder seen from here', ['--dir', relative(process.cwd(), dist)]],
    ['in that folder of the remote', ['--dir', 'dist']],
  ])('is found %s', async (_, options) => {
    // It was read: next, the service would be told of it.
    const unreached = 'The service at http://127.0.0.1:4129 cannot be reached.\n';
    const { status, stderr } = await publish(...options);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(unreached) });
  });

  it('is looked for in both, and both are named', async () => {
    expect(await publish('--dir', 'out')).toMatchObject({
      status: 1,
      stderr: `There is no remote.json in ${resolve('out')}, nor in ${join(root, 'mfe-quiz/out')}.\n`,
    });
  });
});

it.each([
  [[], /Which command\?/],
  [['ship'], /There is no command "ship"/],
  [['status', '--nonsense'], /nonsense/],
  [['status', '--note', 'x'], /status does not take --note/],
  [['promote'], /It is: promote <name@version>/],
  [['promote', 'mfe-quiz'], /"mfe-quiz" is not of the form name@version/],
  [['prepare', 'mfe-quiz'], /"mfe-quiz" is not of the form name@version/],
  [['promote', 'mfe-quiz@1.1.0', '--force', '--note', 'x'], /--force needs a --reason/],
  [['promote', 'mfe-quiz@1.1.0', '--reason', 'x'], /--force needs a --reason, and nothing else does/],
  [['token', 'give'], /It is: token <list \| add NAME/],
  [['token', 'add', 'ada', '--preset', 'owner', '--days', '9'], /It is: token .*preset/s],
  [['token', 'revoke'], /It is: token/],
])('exits with 2 and the usage: %j', async (args, reason) => {
  const { status, stderr } = await release('http://127.0.0.1:4129', args);
  expect(status).toBe(2);
  expect(stderr).toMatch(reason);
  expect(stderr).toContain('npm run release -- <command>');
});
