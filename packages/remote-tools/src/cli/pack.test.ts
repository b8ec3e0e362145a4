import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import type { ContractVersion } from '@funnel/contracts/contract-versions';
import type { RemoteManifest } from '@funnel/contracts/release';

import { createProgram } from './program.ts';

/** A remote, and what some bundler has written for it. */
const project = {
  'package.json': '{ "version": "1.2.0" }',
  'remote.config.ts': `export default {
    name: 'mfe-survey', module: './src/survey.ts', paths: ['/survey'], widgets: [], screens: ['/survey'], firstScreens: [],
  };`,
  'dist/remoteEntry.js': 'var mfe_survey_1_2_0={init(){},get(){}};',
  'dist/remote.js': 'run();',
  'dist/remote.css': '.mfe_survey_1_2_0_a{color:red}',
};

/** What Vite has written for a remote, by path. */
const viteBuild: Readonly<Record<string, string>> = JSON.parse(
  brotliDecompressSync(readFileSync(join(__dirname, '../../fixtures/vite-remote/build.json.br'))).toString(),
);

let root: string;
let printed: string[];
let contracts: readonly ContractVersion[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-'));
  printed = [];
  contracts = [];
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const pack = (...args: readonly string[]) =>
  createProgram({ root, environment: {}, log: (text) => printed.push(text), contracts }).parseAsync(
    ['pack', ...args],
    { from: 'user' },
  );

describe('funnel-remote pack', () => {
  it('describes every file that may be published, and names those that are left out', async () => {
    write(project);
    write({
      'dist/photo.3f2a1b0c.webp': 'a photo',
      'dist/data.3f2a1b0c.json': '{}',
      'dist/old.3f2a1b0c.woff': 'a font',
      'dist/stats.json': '{}',
      'dist/remote.js.LICENSE.txt': 'MIT',
      'dist/animation.json': '{}',
      'dist/remote.js.map': '{}',
      'dist/page.html': '<p>',
    });
    await pack('--preload', 'remote.js', 'remote.css');
    expect(printed).toEqual([
      'mfe-survey 1.2.0: 6 files, 0 KB: every gate is passed',
      'Warning: animation.json is left out, because the names of JSON and text need a hash, as in data.0a1b2c3d.json.',
      'Warning: page.html is left out, because files of this type cannot be published.',
    ]);
    const manifest: RemoteManifest = JSON.parse(readFileSync(join(root, 'dist/remote.json'), 'utf8'));
    const types = Object.entries(manifest.files).map(([path, { type }]) => [path, type]);
    expect(Object.fromEntries(types)).toMatchObject({
      'photo.3f2a1b0c.webp': 'image/webp',
      'data.3f2a1b0c.json': 'application/json',
      'old.3f2a1b0c.woff': 'font/woff',
    });
  });

  it('warns of what a release manager can override', async () => {
    // Hashes hardly compress.
    const code = Array.from({ length: 4000 }, (_, index) =>
      createHash('sha512').update(`${index}`).digest('hex'),
    );
    write({ ...project, 'dist/remote.js': `run("${code.join('')}");` });
    await pack('--preload', 'remote.js', 'remote.css');
    expect(printed).toEqual([
      expect.stringMatching(
        /^Warning: .* compressed; 100 KB is the limit\. .* Otherwise a set with it goes live only if a release manager overrides this\.$/,
      ),
      expect.stringMatching(/: every gate is passed that cannot be overridden$/),
    ]);
  });

  it('rejects a build with a secret before anything is uploaded', async () => {
    write({ ...project, 'dist/remote.js': 'run("sk_live_abcdefghijklmnop");' });
    await expect(pack('--preload', 'remote.js', 'remote.css')).rejects.toThrow(
      'remote.js contains what looks like a Stripe secret key.',
    );
  });

  it('describes what another bundler has written, and runs the gates on it', async () => {
    write(project);
    await pack('--preload', 'remote.js', 'remote.css');
    expect(printed).toEqual(['mfe-survey 1.2.0: 3 files, 0 KB: every gate is passed']);
    const manifest: RemoteManifest = JSON.parse(readFileSync(join(root, 'dist/remote.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: 'mfe-survey',
      version: '1.2.0',
      container: 'mfe_survey_1_2_0',
      entry: 'remoteEntry.js',
      paths: ['/survey'],
      preload: ['remoteEntry.js', 'remote.js', 'remote.css'],
    });
    expect(Object.keys(manifest.files)).toEqual(['remote.css', 'remote.js', 'remoteEntry.js']);
    // printf 'run();' | openssl dgst -sha384 -binary | base64
    expect(manifest.files['remote.js']?.integrity).toBe(
      'sha384-/wpzAxIW5GpAGNbzi2uHHcjAh05vDr10Q+nUIkNqZ/5kCjShGHZ7H1zDnJ8lMh81',
    );
  });

  it('warns of a contract whose end is decided, and of no other', async () => {
    write(project);
    contracts = [{ contract: 1, acceptedUntil: null }];
    await pack();
    expect(printed.splice(0)).toHaveLength(1);
    contracts = [{ contract: 1, acceptedUntil: '2027-06-30' }];
    await pack();
    expect(printed).toEqual([
      'mfe-survey 1.2.0: 3 files, 0 KB: every gate is passed',
      'Warning: contract 1 is accepted until 2027-06-30. Update the packages of @funnel, and build for a later one.',
    ]);
  });

  it('rejects what Vite writes, and names each script that would run without a check of its hash', async () => {
    write({ 'package.json': project['package.json'], 'remote.config.ts': project['remote.config.ts'] });
    const files = Object.entries(viteBuild).map(([path, text]) => [`dist/${path}`, text]);
    write(Object.fromEntries(files));
    const scripts = Object.keys(viteBuild).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(5);
    await expect(pack('--entry', 'remoteEntry.var.js')).rejects.toThrow(
      scripts
        .map(
          (path) =>
            `${path} of mfe-survey@1.2.0 is an ES module, or loads one by import(). Browsers would run such a file without checking its hash. Build classic scripts, as webpack and Rspack do.`,
        )
        .join('\n'),
    );
  });

  it('accepts a script that only mentions modules', async () => {
    const script = `var mfe_survey_1_2_0 = { text: "import('./a.js')", import: (a) => a }; // export default`;
    write({ ...project, 'dist/remoteEntry.js': script });
    await pack();
    expect(printed).toEqual(['mfe-survey 1.2.0: 3 files, 0 KB: every gate is passed']);
  });

  it.each([
    [
      'an entry that does not exist',
      ['--entry', 'main.js'],
      {},
      /^There is no main\.js in .*dist\. Build the remote with its bundler first, or name the file that defines the container: --entry FILE$/,
    ],
    [
      'a file to preload that does not exist',
      ['--preload', 'other.js'],
      {},
      /mfe-survey@1\.2\.0 loads other\.js, but/,
    ],
    [
      'a build of another version',
      [],
      { 'package.json': '{ "version": "1.3.0" }' },
      /^remoteEntry\.js of mfe-survey@1\.3\.0 does not define mfe_survey_1_3_0\. Bundle it again under this version\.$/,
    ],
    [
      'a copy of React',
      [],
      { 'dist/remote.js': 'e.useState=function(t){return n.H.useState(t)}' },
      /remote\.js of mfe-survey@1\.2\.0 bundles its own React/,
    ],
  ])('rejects %s', async (_, args, files, reason) => {
    write({ ...project, ...files });
    await expect(pack(...args)).rejects.toThrow(reason);
  });
});

it.each(['pack', '--help'])(
  '%s ends with 1 and one line if a full disk cannot store its output',
  (command) => {
    write({ ...project, 'dist/old.3f2a1b0c.woff': 'a font' });
    const program = [
      '--conditions=source',
      '--import',
      require.resolve('tsx'),
      join(__dirname, 'funnel-remote.ts'),
    ];
    // A device of Linux that has no space.
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [...program, command], {
      cwd: root,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'The command has run, but its output cannot be written: ENOSPC: no space left on device, write. What it changed stays changed.\n',
    });
  },
  30_000,
);
