import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { packPackages, type PackedPackage } from '@funnel/build/packages/pack-packages';
import { inRoot } from '@funnel/build/repository';

import { release } from '../support/builds.ts';
import { expect, test } from '../support/funnel.ts';

test.use({ productName: 'a funnel whose quiz is built outside of the repository' });

const run = promisify(execFile);
const version = '903.2.0';

let home: string;
test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'quiz-outside-'));
});
test.afterAll(() => rmSync(home, { recursive: true }));

/** Installs the packed packages and, without the network, the third-party packages of this repository. */
async function install(packed: readonly PackedPackage[], modules: string): Promise<void> {
  mkdirSync(join(modules, '@funnel'), { recursive: true });
  for (const name of readdirSync(inRoot('node_modules')).filter((present) => present !== '@funnel'))
    symlinkSync(inRoot('node_modules', name), join(modules, name));
  for (const { manifest, tarball } of packed) {
    const folder = join(modules, manifest.name);
    mkdirSync(folder);
    await run('tar', ['xzf', tarball, '-C', folder, '--strip-components', '1']);
    const own = inRoot('packages', basename(folder), 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'node_modules'));
  }
}

/** Copies the quiz, with the settings of TypeScript that a repository of its own has. */
function copyQuiz(folder: string): void {
  const left = ['dist', 'node_modules'].map((name) => inRoot('mfe-quiz', name));
  cpSync(inRoot('mfe-quiz'), folder, { recursive: true, filter: (path) => !left.includes(path) });
  const manifest: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  const settings = {
    extends: '@funnel/remote-tools/config/tsconfig.json',
    compilerOptions: { types: ['jest', 'node'] },
    include: ['src', 'remote.config.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
}

interface Manifest {
  readonly entry: string;
  readonly contract: number;
  readonly react: string;
  readonly paths: readonly string[];
  readonly widgets: readonly string[];
  readonly screens: readonly string[];
  readonly firstScreens: readonly {
    readonly path: string;
    readonly title: string;
    readonly topBar: object;
  }[];
  readonly locales: object;
}

/** What a build promises, whatever its version, the hashes of its class names and its folder are. */
function promisesOf(folder: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  const { entry, contract, react, paths, widgets, screens, firstScreens, locales } = manifest;
  const first = firstScreens.map(({ path, title, topBar }) => ({ path, title, topBar }));
  return { entry, contract, react, paths, widgets, screens, first, languages: Object.keys(locales) };
}

test('mfe-quiz builds outside of the repository with packed packages, passes the gates, and runs', async ({
  page,
  funnel,
  console,
}) => {
  const quiz = join(home, 'mfe-quiz');
  copyQuiz(quiz);
  await install(await packPackages(join(home, 'packages')), join(quiz, 'node_modules'));
  // Node must not find the repository's sources.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const program = join(quiz, 'node_modules/@funnel/remote-tools/bin/funnel-remote.js');
  const { stdout } = await run(process.execPath, [program, 'check'], { cwd: quiz, env });
  expect(stdout).toMatch(/^mfe-quiz 903\.2\.0: .*every gate is passed\n$/);
  const dist = join(quiz, 'dist');
  expect(promisesOf(dist)).toEqual(promisesOf(inRoot('mfe-quiz/dist')));

  await release(funnel, 'publish', 'mfe-quiz', '--dir', dist);
  await release(funnel, 'promote', `mfe-quiz@${version}`);
  const entry = page.waitForResponse(`**/remotes/mfe-quiz/${version}/remoteEntry.js`);
  await page.goto('/step-1');
  expect((await entry).status()).toBe(200);
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(page).not.toHaveURL(/step-1/);
  expect(console).toEqual([]);
});
