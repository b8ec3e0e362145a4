import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeTestBuild } from '../checks/write-test-build.testkit.ts';

/** Runs `funnel-remote publish` with this URL of the operators' listener. */
function publish(url: string, ...options: string[]) {
  const program = join(__dirname, 'funnel-remote.ts');
  const args = ['--conditions=source', '--import', require.resolve('tsx'), program, 'publish', ...options];
  const env = { PATH: process.env['PATH'], RELEASE_URL: url, OPERATOR_TOKEN: 'token' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

it.each(['foo', 'localhost:3001', 'ftp://operators.example.com'])(
  'rejects %s as the URL of the operators’ listener, with an example',
  (url) => {
    expect(publish(url)).toEqual({
      status: 2,
      stdout: '',
      stderr: `RELEASE_URL must be an http or https URL, such as https://operators.example.com; got "${url}".\n`,
    });
  },
  30_000,
);

it.each([
  { options: [], folder: 'dist', build: 'npx funnel-remote build' },
  { options: ['--dir', 'no build'], folder: 'no build', build: 'npx funnel-remote build --dir "no build"' },
])(
  'says how to write the build that is not there, with the options $options',
  ({ options, folder, build }) => {
    expect(publish('http://127.0.0.1:4129', ...options)).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is no remote.json in ${join(process.cwd(), folder)}. Build the remote first: ${build}\n`,
    });
  },
  30_000,
);

it('needs the URL of the operators’ listener', () => {
  expect(publish('')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'RELEASE_URL is not set. Example: RELEASE_URL=https://operators.example.com\n',
  });
}, 30_000);

describe('a build that cannot be read or published', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'unreadable-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    { link: 'linked.js', target: 'outside/secret.js', path: 'linked.js' },
    { link: 'linked', target: 'outside', path: 'linked/secret.js' },
  ])(
    'is reported if a symbolic link in it leads out of its folder: $link',
    ({ link, target, path }) => {
      const build = join(folder, 'build');
      for (const name of ['build', 'outside']) mkdirSync(join(folder, name));
      writeFileSync(join(folder, 'outside/secret.js'), 'a file of this machine');
      writeTestBuild(build, {});
      symlinkSync(join(folder, target), join(build, link));
      expect(publish('http://127.0.0.1:4129', '--dir', build)).toEqual({
        status: 1,
        stdout: '',
        stderr: `${path} leads out of ${build} by a symbolic link, to ${join(folder, 'outside/secret.js')}. Put the file itself into the folder, or remove the link.\n`,
      });
    },
    30_000,
  );

  it('may have a symbolic link to another of its files', () => {
    writeTestBuild(folder, {});
    symlinkSync('remoteEntry.js', join(folder, 'b.js'));
    const { status, stderr } = publish('http://127.0.0.1:4129', '--dir', folder);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('cannot be reached') });
  }, 30_000);

  it('is reported in one line if a symbolic link in it leads nowhere', () => {
    writeTestBuild(folder, {});
    symlinkSync('nowhere.js', join(folder, 'linked.js'));
    expect(publish('http://127.0.0.1:4129', '--dir', folder)).toEqual({
      status: 1,
      stdout: '',
      stderr: `A file cannot be read or written: check its path and permissions. ENOENT: no such file or directory, stat '${join(folder, 'linked.js')}'\n`,
    });
  }, 30_000);
});
