import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { listFiles } from '@funnel/remote-tools/files';

import { inRoot } from '../repository.ts';

jest.setTimeout(120_000);

let folder: string;
let packed: readonly Unpacked[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const args = ['run', '--silent', 'pack:packages', '--', folder];
  packed = execFileSync('npm', args, { cwd: inRoot(), encoding: 'utf8' }).trim().split('\n').map(unpack);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [inRoot('node_modules', program), ...args], { encoding: 'utf8' });

interface Unpacked {
  readonly tarball: string;
  /** The folder with its files. */
  readonly unpacked: string;
}

function unpack(tarball: string): Unpacked {
  const target = join(folder, basename(tarball, '.tgz'));
  mkdirSync(target);
  execFileSync('tar', ['xzf', tarball, '-C', target]);
  return { tarball, unpacked: join(target, 'package') };
}

const manifestOf = ({ unpacked }: Unpacked) => readFileSync(join(unpacked, 'package.json'), 'utf8');

const isModule = (path: string) => /^dist\/.+\.js$/.test(path);

describe('the packages that teams install', () => {
  it('are the contracts, the kits and the tools of a remote', () => {
    expect(packed.map((pack) => JSON.parse(manifestOf(pack)).name).toSorted()).toEqual([
      '@funnel/contracts',
      '@funnel/create-remote',
      '@funnel/release-kit',
      '@funnel/remote-tools',
      '@funnel/shell-kit',
      '@funnel/ui',
    ]);
  });

  it('contain no sources, tests, or path of the repository', () => {
    for (const { unpacked } of packed) {
      const files = listFiles(unpacked);
      expect(files).toEqual(expect.arrayContaining(['CHANGELOG.md', 'README.md', 'package.json']));
      expect(files.filter(isModule)).not.toEqual([]);
      const isExpected =
        /^(dist\/.+\.(js|d\.ts|css)|(bin|config|templates|types)\/.+|[A-Z]+\.md|package\.json)$/;
      expect(
        files.filter((path) => !isExpected.test(path) || /^dist\/.*\.(test|testkit)\./.test(path)),
      ).toEqual([]);
      const texts = files.map((path) => [path, readFileSync(join(unpacked, path), 'utf8')] as const);
      const leaks = texts.filter(([, text]) => text.includes(inRoot()) || text.includes('../../../'));
      expect(leaks.map(([path]) => path)).toEqual([]);
    }
  });

  it('offer compiled files and types only', () => {
    for (const pack of packed) {
      const manifest = manifestOf(pack);
      expect(manifest).not.toMatch(/"(private|source|scripts|devDependencies)":|\/src\//);
      expect(JSON.parse(manifest)).toMatchObject({
        license: expect.any(String),
        description: expect.any(String),
      });
    }
  });

  it('pass publint', () => {
    for (const { tarball } of packed)
      expect(run('publint/src/cli.js', 'run', tarball, '--strict')).toContain('All good!');
  });

  it('have types that fit their modules', () => {
    for (const { tarball, unpacked } of packed) {
      const modules = listFiles(unpacked).filter(isModule);
      const entries = modules.map((path) => path.replace(/^dist\/(.*)\.js$/, '$1'));
      const args = ['--profile', 'esm-only', '--format', 'ascii', '--entrypoints', ...entries];
      const report = run('@arethetypeswrong/cli/dist/index.js', tarball, ...args);
      expect(report).toMatch(/No problems found|ignored per resolution/);
    }
  });
});
