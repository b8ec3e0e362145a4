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
      stdout: expect.stringMatching(/^set \w+: all gates passed\n$/),
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
      stderr: expect.stringMatching(/^There is no token none\.\nSent to http:/),
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
      name: 'no service at the URL',
      args: ['status'],
      reason:
        /^The service at http:\/\/127\.0\.0\.1:4129 cannot be reached\.\nSent to .* \(from RELEASE_URL\) with the token from OPERATOR_TOKEN\.\n$/,
      environment: { RELEASE_URL: 'http://127.0.0.1:4129' },
    },
    {
      name: 'a list of an unknown app',
      args: ['list', 'mfe-quizz'],
      reason:
        /^No version of mfe-quizz has been published\. Published apps: mfe-checkout, mfe-pricing, mfe-quiz, shell\.\n/,
    },
    {
      name: 'a promotion of an unknown app',
      args: ['promote', 'mfe-quizz@1.0.0'],
      reason:
        /^No version of mfe-quizz has been published\. Published apps: mfe-checkout, mfe-pricing, mfe-quiz, shell\.\n/,
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
        /^There is no operators' API at http:\S+\. RELEASE_URL must be the operators' listener \(OPERATOR_PORT\)\.\n/,
      ),
    });
  });

  it('refuses a canary of the live set', async () => {
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
    expect(await release(app.operatorsOrigin, ['canary', 'abort'])).toMatchObject({
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
      message: 'mfe-quiz@9.9.9 was never published.',
      sent: `Sent to ${app.operatorsOrigin} (from RELEASE_URL) with the token from OPERATOR_TOKEN.`,
    });
  });

  it('publishes a remote that is hosted elsewhere, and rejects files that do not match their hashes', async () => {
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
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'published mfe-quiz@1.5.0\n' });
    await close();
  });
});

it('runs as a program with the exit status', async () => {
  const command = [
    '--conditions=source',
    '--import',
    'tsx',
    join(__dirname, '../../../releases/src/cli/release.ts'),
    'ship',
  ];
  const child = execFile(process.execPath, command);
  let printed = '';
  child.stderr?.on('data', (text) => (printed += text));
  const [status] = await once(child, 'close');
  expect(status).toBe(2);
  expect(printed).toMatch(/^Unknown command 'ship'/);
});

const invalidUrl = (value: string) =>
  `RELEASE_URL must be an http or https URL, such as http://127.0.0.1:3001; got "${value}".`;

it.each(['localhost:3000', '127.0.0.1:3000', 'ftp://127.0.0.1', 'http://'])(
  'exits with 2 and explains what RELEASE_URL must be, as text or JSON: %s',
  async (address) => {
    const message = invalidUrl(address);
    const printed = await release(address, ['status']);
    expect(printed).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
    const { status, stdout } = await release(address, ['status', '--json']);
    expect({ status, reason: JSON.parse(stdout) }).toEqual({ status: 2, reason: { code: 'usage', message } });
  },
);

it('uses the operators’ listener of this machine by default, and follows OPERATOR_PORT', async () => {
  const run = (environment: Record<string, string>) =>
    runRelease(['status'], { environment: { OPERATOR_TOKEN: 'x', ...environment }, rootFolder: '/nowhere' });
  expect(await run({ OPERATOR_PORT: '4129', PORT: '4128' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Sent to http://127.0.0.1:4129 (from OPERATOR_PORT) with'),
  });
  expect(await run({ OPERATOR_PORT: 'x' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('OPERATOR_PORT must be a port from 1 to 65535; got "x".'),
  });
});

it('names the files that could hold a token if there is none', async () => {
  const environment = { OPERATOR_PORT: '4129' };
  expect(await runRelease(['status'], { environment, rootFolder: '/nowhere' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^There is no operator token\..*OPERATOR_TOKEN.*\/nowhere\/\.data\/operator-token/,
    ),
  });
});

describe('--help', () => {
  const help = async (...args: string[]) => {
    const { status, stdout, stderr } = await release('http://127.0.0.1:4129', args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  const commands = [
    'publish',
    'status',
    'list',
    'audit',
    'promote',
    'prepare',
    'verify',
    'certify',
    'canary',
    'finish',
    'preview',
    'rollback',
    'token',
  ];

  it('lists every command, the settings and the exit statuses', async () => {
    const text = await help('--help');
    expect(text).toMatch(/^Usage: npm run release -- \[options\] <command>/);
    for (const name of [...commands, 'RELEASE_URL', 'OPERATOR_TOKEN', 'OPERATOR_PORT', 'Exit status'])
      expect(text).toContain(name);
    expect(await help('help')).toBe(text);
  });

  it.each([...commands.map((name) => [name]), ['token', 'add']])(
    'explains one command: %s %s',
    async (...path) => {
      const names = path.filter((name) => typeof name === 'string');
      const text = await help(...names, '--help');
      expect(text).toMatch(new RegExp(`^Usage: npm run release -- ${names.join(' ')}`));
      expect(text).toContain('--json');
    },
  );

  it('explains the options of a command', async () => {
    const text = await help('promote', '-h');
    for (const option of ['--canary', '--move-visitors', '--note', '--force', '--reason'])
      expect(text).toContain(option);
  });
});

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
    ['in dist by default', []],
    ['in an absolute folder', ['--dir', dist]],
    ['in a folder relative to the working directory', ['--dir', relative(process.cwd(), dist)]],
    ['in a folder relative to the remote', ['--dir', 'dist']],
  ])('is found %s', async (_, options) => {
    // The build was found: the next step is to send its manifest.
    const unreached = 'The service at http://127.0.0.1:4129 cannot be reached.\n';
    const { status, stderr } = await publish(...options);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(unreached) });
  });

  it('is looked for in both folders, and the error names both', async () => {
    expect(await publish('--dir', 'out')).toMatchObject({
      status: 1,
      stderr: `There is no remote.json in ${resolve('out')} or ${join(root, 'mfe-quiz/out')}.\n`,
    });
  });

  it('is not looked for under an unknown name, and the error lists the known ones', async () => {
    const { status, stderr } = await runRelease(['publish', 'mfe-quizz'], {
      environment: { RELEASE_URL: 'http://127.0.0.1:4129', OPERATOR_TOKEN: testOperatorToken },
      rootFolder: root,
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'There is no app mfe-quizz in this repository. Apps: mfe-quiz.\n',
    });
  });
});

it.each([
  [[], /^A command is required\./],
  [['ship'], /^Unknown command 'ship'/],
  [['statu'], /^Unknown command 'statu'\.?\n\(Did you mean status\?\)/],
  [['status', '--nonsense'], /^Unknown option '--nonsense'/],
  [['status', '--note', 'x'], /^Unknown option '--note'/],
  [['status', 'x'], /^Too many arguments for 'status'/],
  [['promote'], /^Missing required argument 'version'/],
  [['promote', 'mfe-quiz'], /^Expected name@version, got "mfe-quiz"\./],
  [['prepare', 'mfe-quiz'], /^Expected name@version, got "mfe-quiz"\./],
  [['promote', 'mfe-quiz@1.1.0', '--canary', '100'], /Expected a whole number from 1 to 99\./],
  [['canary', 'more'], /^Expected a whole number from 1 to 99, abort or promote, got "more"\./],
  [['promote', 'mfe-quiz@1.1.0', '--force', '--note', 'x'], /^--force and --reason need each other\./],
  [['promote', 'mfe-quiz@1.1.0', '--reason', 'x'], /^--force and --reason need each other\./],
  [
    ['publish', 'mfe-quiz', '--dir', 'a', '--url', 'http://b'],
    /'--url <url>' cannot be used with option '--dir/,
  ],
  [['token', 'give'], /^Unknown command 'give'/],
  [['token', 'add', 'ada', '--days', '9'], /^Required option '--preset <preset>' not specified/],
  [
    ['token', 'add', 'ada', '--preset', 'owner', '--days', '9'],
    /Expected viewer, publisher:REMOTE, releaser or admin\./,
  ],
  [['token', 'add', 'ada', '--preset', 'viewer', '--days', '999'], /Expected a whole number from 1 to 365\./],
  [
    ['token', 'add', 'Ada!', '--preset', 'viewer', '--days', '9'],
    /lowercase letters, digits, dots and dashes/,
  ],
  [['token', 'revoke'], /^Missing required argument 'id'/],
])('exits with 2 and the usage: %j', async (args, reason) => {
  const { status, stdout, stderr } = await release('http://127.0.0.1:4129', args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(reason);
  expect(stderr).toContain('\nUsage: npm run release -- ');
  const json = await release('http://127.0.0.1:4129', [...args, '--json']);
  expect(json).toMatchObject({ status: 2, stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual({ code: 'usage', message: expect.stringMatching(reason) });
});
