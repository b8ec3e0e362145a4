import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { releaseCommand } from '@funnel/releases/cli/release-command';

import { testOperatorToken } from '../platform/service.testkit.ts';
import { testQuiz, writeBuild } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

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
  async (url) => {
    const message = invalidUrl(url);
    const printed = await release(url, ['status']);
    expect(printed).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
    const { status, stdout } = await release(url, ['status', '--json']);
    expect({ status, reason: JSON.parse(stdout) }).toEqual({ status: 2, reason: { code: 'usage', message } });
  },
);

it('uses the operators’ listener of this machine by default, and follows OPERATOR_PORT', async () => {
  const run = (environment: Record<string, string>) =>
    releaseCommand(['status'], {
      environment: { OPERATOR_TOKEN: 'x', ...environment },
      rootFolder: '/nowhere',
    });
  expect(await run({ OPERATOR_PORT: '4129', PORT: '4128' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Called http://127.0.0.1:4129 (from OPERATOR_PORT) with'),
  });
  expect(await run({ OPERATOR_PORT: 'x' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('OPERATOR_PORT must be a port from 1 to 65535; got "x".'),
  });
});

it.each([
  ['a line break', 'token-of-a\nsecond-line'],
  ['a space', 'token-with a-space'],
  ['a dash of a text program', 'token–with-a-dash'],
])('says that the token cannot be one if it has %s, and calls no service', async (_what, token) => {
  const environment = { OPERATOR_PORT: '4129', OPERATOR_TOKEN: token };
  expect(await releaseCommand(['status'], { environment, rootFolder: '/nowhere' })).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The operator token has a space, a line break or another character that no token has. Copy it again.\nFor http://127.0.0.1:4129 (from OPERATOR_PORT) with the token from OPERATOR_TOKEN.\n',
  });
});

it('calls the service with a token that is stored with a line break at its end', async () => {
  const environment = { OPERATOR_PORT: '4129', OPERATOR_TOKEN: 'token-of-one-line\n' };
  expect(await releaseCommand(['status'], { environment, rootFolder: '/nowhere' })).toMatchObject({
    stderr: expect.stringContaining('Called http://127.0.0.1:4129'),
  });
});

it('names the files that could hold a token if there is none', async () => {
  const environment = { OPERATOR_PORT: '4129' };
  expect(await releaseCommand(['status'], { environment, rootFolder: '/nowhere' })).toMatchObject({
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
    'contracts',
    'deprecate',
    'undeprecate',
    'publisher',
    'webhook',
    'remove',
  ];

  it('lists every command, the settings and the exit statuses', async () => {
    const text = await help('--help');
    expect(text).toMatch(/^Usage: npm run release -- \[options\] <command>/);
    const [, list = ''] = text.split('Commands:');
    const listed = [...list.matchAll(/^ {2}([a-z]+)[ |]/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...commands, 'help'].toSorted());
    for (const name of ['RELEASE_URL', 'OPERATOR_TOKEN', 'OPERATOR_PORT', 'Exit status'])
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
    releaseCommand(['publish', 'mfe-quiz', ...options], {
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
    const unreached =
      "The service at http://127.0.0.1:4129 cannot be reached. Start it, or set RELEASE_URL to its operators' listener.\n";
    const { status, stderr } = await publish(...options);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(unreached) });
  });

  it('is looked for in both folders, and the error names both', async () => {
    expect(await publish('--dir', 'out')).toMatchObject({
      status: 1,
      stderr: `There is no remote.json in ${resolve('out')} or ${join(root, 'mfe-quiz/out')}. To publish the build in ${dist}, leave out --dir.\n`,
    });
  });

  it('must be written first, and the error has the command that does', async () => {
    const unbuilt = mkdtempSync(join(tmpdir(), 'funnel-root-'));
    mkdirSync(join(unbuilt, 'mfe-exit'));
    writeFileSync(join(unbuilt, 'mfe-exit/remote.config.ts'), '');
    const { status, stderr } = await releaseCommand(['publish', 'mfe-exit'], {
      environment: { RELEASE_URL: 'http://127.0.0.1:4129', OPERATOR_TOKEN: testOperatorToken },
      rootFolder: unbuilt,
    });
    const folder = join(unbuilt, 'mfe-exit/dist');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `There is no remote.json in ${folder}. Build mfe-exit first: npm run build -w mfe-exit (it writes ${folder})\n`,
    });
    rmSync(unbuilt, { recursive: true });
  });

  it('is not guessed if both folders have one, and the error names both', async () => {
    const other = mkdtempSync(join(tmpdir(), 'funnel-elsewhere-'));
    cpSync(dist, join(other, 'dist'), { recursive: true });
    const previous = process.cwd();
    process.chdir(other);
    try {
      expect(await publish('--dir', 'dist')).toMatchObject({
        status: 1,
        stderr: `There is a remote.json in ${join(other, 'dist')} and in ${dist}. Pass one of these paths as --dir.\n`,
      });
    } finally {
      process.chdir(previous);
      rmSync(other, { recursive: true });
    }
  });

  it('is not looked for under an unknown name, and the error lists the known ones', async () => {
    const { status, stderr } = await releaseCommand(['publish', 'mfe-quizz'], {
      environment: { RELEASE_URL: 'http://127.0.0.1:4129', OPERATOR_TOKEN: testOperatorToken },
      rootFolder: root,
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'There is no app "mfe-quizz" in this repository. Apps: mfe-quiz.\n',
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
  [['canary', 'more'], /^Expected a whole number from 1 to 99, hold, resume, stop or promote, got "more"\./],
  [['promote', 'mfe-quiz@1.1.0', '--stages', '50:1h,10:1h'], /Expected ascending percentages from 1 to 99/],
  [
    ['promote', 'mfe-quiz@1.1.0', '--stages', '50:1h', '--canary', '5'],
    /^--canary and --stages cannot be combined\./,
  ],
  [['remove', 'mfe-survey', '--create-only', '--from', 'x'], /^--from is for a promotion\./],
  [['promote', 'mfe-quiz@1.1.0', '--force', '--note', 'x'], /^--force and --reason need each other\./],
  [['promote', 'mfe-quiz@1.1.0', '--reason', 'x'], /^--force and --reason need each other\./],
  [
    ['publish', 'mfe-quiz', '--dir', 'a', '--url', 'http://b'],
    /'--url <url>' cannot be used with option '--dir/,
  ],
  [['publish', 'mfe-quiz', '--url', 'foo'], /It must be a URL with http or https\. Example: --url https:/],
  [
    ['publisher', 'add', 'mfe-quiz', '--environment', 'release', '--repository-id', 'abc'],
    /argument 'abc' is invalid\. It must be digits\. Example: --repository-id 1296269/,
  ],
  [
    ['publisher', 'add', 'mfe-quiz', '--environment=x', '--repository-id=1', '--issuer', 'github'],
    /argument 'github' is invalid\. It must be a URL with https\. Example: --issuer https:\/\/token\.actions\.githubusercontent\.com/,
  ],
  [
    ['publisher', 'add', 'mfe-quiz', '--environment=x', '--repository-id=1', '--workflow', 'publish.yml'],
    /argument 'publish\.yml' is invalid\. It must be a path in \.github\/workflows\. Example: --workflow \.github\/workflows\/publish\.yml/,
  ],
  [['token', 'give'], /^Unknown command 'give'/],
  [['token', 'add', 'ada', '--days', '9'], /^Required option '--preset <preset>' not specified/],
  [
    ['token', 'add', 'ada', '--preset', 'owner', '--days', '9'],
    /Expected viewer, publisher:APP\[,APP\], releaser or admin\./,
  ],
  [['token', 'add', 'ada', '--preset', 'viewer', '--days', '999'], /Expected a whole number from 1 to 365\./],
  [
    ['token', 'add', 'Ada!', '--preset', 'viewer', '--days', '9'],
    /lowercase letters, digits, dots and hyphens/,
  ],
  [['token', 'revoke'], /^Missing required argument 'id'/],
  // A variable of a script that is not set gives an empty argument.
  [['verify', ''], /argument 'set'\. Expected an id of letters, digits and hyphens\./],
  [['certify', ''], /argument 'set'\. Expected an id of letters, digits and hyphens\./],
  [['preview', '../x'], /argument 'set'\. Expected an id of letters, digits and hyphens\./],
  [['rollback', '--to', ''], /'--to <set>' argument '' is invalid\. Expected an id/],
  [['rollback', '--from', ''], /'--from <set>' argument '' is invalid\. Expected an id/],
  [['canary', 'stop', '--set', ''], /'--set <set>' argument '' is invalid\. Expected an id/],
  [['token', 'revoke', ''], /argument 'id'\. Expected an id/],
  [['token', 'registrations', 'a/b'], /argument 'id'\. Expected an id/],
  [['publisher', 'remove', ''], /argument 'id'\. Expected an id/],
  [
    ['publisher', 'add', '', '--environment=x', '--repository-id=1'],
    /Expected a name of .+, such as mfe-survey\./,
  ],
  [['remove', ''], /argument 'remote'\. Expected a name of .+, such as mfe-survey\./],
  [['webhook', 'set', '', 'https://hooks.example.com'], /Expected a name of .+, such as mfe-survey\./],
  [['webhook', 'show', ''], /argument 'app'\. Expected a name of .+, such as mfe-survey\./],
  [['webhook', 'remove', '..'], /argument 'app'\. Expected a name of .+, such as mfe-survey\./],
  [['publish', ''], /argument 'app'\. Expected a name of .+, such as mfe-survey\./],
  [['publish', 'mfe-quiz@1.0.0'], /argument 'app'\. Expected a name of .+, such as mfe-survey\./],
  [['list', ''], /argument 'app'\. Expected a name of .+, such as mfe-survey\./],
  [['deprecate', 'mfe-quiz@1.0.0', '1.0.0', '--reason=x'], /argument 'app'\. Expected a name of /],
  [
    ['deprecate', 'mfe-quiz', 'latest', '--reason=x'],
    /argument 'version'\. Expected a version such as 1\.1\.0\./,
  ],
  [['undeprecate', '', '1.0.0'], /argument 'app'\. Expected a name of .+, such as mfe-survey\./],
  [['undeprecate', 'mfe-quiz', ''], /argument 'version'\. Expected a version such as 1\.1\.0\./],
])('exits with 2 and the usage: %j', async (args, reason) => {
  const { status, stdout, stderr } = await release('http://127.0.0.1:4129', args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(reason);
  expect(stderr).toContain('\nUsage: npm run release -- ');
  const json = await release('http://127.0.0.1:4129', [...args, '--json']);
  expect(json).toMatchObject({ status: 2, stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual({ code: 'usage', message: expect.stringMatching(reason) });
});
