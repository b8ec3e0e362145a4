import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listFiles } from '@funnel/remote-tools/files';

import { inRoot, workspaceFolders } from '../repository.ts';
import { publicPackages } from './pack-packages.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const changesets = listFiles(inRoot('.changeset')).filter((path) => /^(?!README).+\.md$/.test(path));

let root: string;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readManifest = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`));
const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, [inRoot('node_modules', program), ...args], { cwd: root, encoding: 'utf8' });

/** Copies what describes the versions, as a new repository, and links the installed packages. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'versions-'));
  const described = ['.', ...workspaceFolders].flatMap((folder) =>
    ['package.json', 'CHANGELOG.md'].map((file) => join(folder, file)),
  );
  for (const path of ['.changeset', ...described].filter((file) => existsSync(inRoot(file))))
    cpSync(inRoot(path), join(root, path), { recursive: true });
  symlinkSync(inRoot('node_modules'), join(root, 'node_modules'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.changeset', 'packages');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(...author, 'commit', '--quiet', '--message', 'Versions', '--no-gpg-sign');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Raises the versions as `npm run version:packages` does, except in the lock file. */
function raiseVersions(): void {
  const { status, stdout, stderr } = run('@changesets/cli/bin.js', 'version');
  expect(`${stdout}${stderr}`).toContain('All files have been updated');
  expect(status).toBe(0);
}

/** The versions of the packages that teams install. */
const packageVersions = () => new Set(publicPackages.map((folder) => readManifest(folder).version));

/** Every dependency between workspaces that is not satisfied by the other one, which npm would fetch from the registry. */
function unsatisfied(): string[] {
  const manifests = workspaceFolders.map(readManifest);
  const versions = new Map(manifests.map(({ name, version }) => [name, version]));
  return manifests.flatMap(({ name, dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([used, range]) => versions.has(used) && versions.get(used) !== range)
      .map(([used, range]) => `${name} needs ${used} ${range}`),
  );
}

describe('the packages that teams install', () => {
  it('have one version', () => {
    const { fixed }: { fixed: string[][] } = JSON.parse(read('.changeset/config.json'));
    expect(fixed).toEqual([publicPackages.map((folder) => readManifest(folder).name)]);
    expect(packageVersions().size).toBe(1);
  });

  it.each(publicPackages)('%s has a changelog entry for its version', (folder) => {
    expect(read(`${folder}/CHANGELOG.md`)).toContain(`\n## ${readManifest(folder).version}\n`);
  });
});

describe('the next version', () => {
  beforeEach(() => {
    const text = "---\n'@funnel/shell-kit': minor\n---\n\nA hook for the language.\n";
    writeFileSync(join(root, '.changeset/language.md'), text);
  });

  it('follows from a changeset, with its text in the changelog, and satisfies every dependent', () => {
    for (const path of changesets) rmSync(join(root, '.changeset', path));
    const [major = 0, minor = 0] = readManifest('packages/shell-kit').version.split('.').map(Number);
    const next = `${major}.${minor + 1}.0`;
    const quiz = readManifest('mfe-quiz').version;

    raiseVersions();

    expect(packageVersions()).toEqual(new Set([next]));
    expect(read('packages/shell-kit/CHANGELOG.md')).toContain(
      `# Changelog\n\n## ${next}\n\n### Minor Changes\n\n- A hook for the language.\n`,
    );
    expect(read('packages/remote-tools/CHANGELOG.md')).toContain(`@funnel/shell-kit@${next}\n`);
    expect(unsatisfied()).toEqual([]);
    // An app has a version of its own, which its team raises.
    expect(readManifest('mfe-quiz').version).toBe(quiz);
    expect(existsSync(join(root, '.changeset/language.md'))).toBe(false);
  });

  it('contains every changeset that waits, in files that pass the format check', () => {
    raiseVersions();
    const waiting = changesets.filter((path) => existsSync(join(root, '.changeset', path)));
    expect(waiting).toEqual([]);
    expect(unsatisfied()).toEqual([]);
    const { stdout, stderr } = run('prettier/bin/prettier.cjs', '--check', 'packages');
    expect(`${stdout}${stderr}`).toContain('All matched files use Prettier code style!');
  });
});
