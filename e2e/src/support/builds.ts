import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { inRoot, type AppName } from '@funnel/build/repository';
import { describeFiles } from '@funnel/remote-tools/files';

import type { Funnel } from './funnel.ts';

const run = promisify(execFile);

interface Edit {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

/** Where the copy of an app that is built under a version is, and its build. */
function foldersOf(app: AppName, version: string) {
  const home = inRoot('.cache/variants', `${app}-${version}`);
  return { home, source: join(home, app), out: join(home, 'dist') };
}

/** Copies the sources of an app with these edits. Returns the folder of the copy. */
export function copyEdited(app: AppName, version: string, edits: readonly Edit[]): string {
  const { home, source } = foldersOf(app, version);
  mkdirSync(home, { recursive: true });
  cpSync(inRoot(app), source, { recursive: true, filter: (path) => !/node_modules|dist$/.test(path) });
  for (const { file, from, to } of edits) {
    const before = readFileSync(join(source, file), 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} does not contain ${from}`);
    writeFileSync(join(source, file), after);
  }
  return source;
}

/** Builds a copy of an app with these edits, using the team's build command. Returns the folder of the build. */
export async function buildEdited(app: AppName, version: string, edits: readonly Edit[]): Promise<string> {
  const source = copyEdited(app, version, edits);
  const { out } = foldersOf(app, version);
  const command = ['--import', 'tsx', '--conditions=source', inRoot('packages/build/src/commands/build.ts')];
  const args = [app, '--as', version, '--from', source, '--out', out];
  await run(process.execPath, [...command, ...args], { cwd: inRoot() });
  return out;
}

interface Relabeling {
  /** Members that replace those of the manifest. */
  readonly manifest?: object;
  /** What each of these texts in the files of the build becomes. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** A text as `readFileSync` returns it for `latin1`: one character per byte, which also fits files that are pictures. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

/** Copies the current build under another version, and with these changes, without building. Returns the folder. */
export function relabelBuild(
  app: AppName,
  version: string,
  { manifest: over = {}, texts = {} }: Relabeling = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-build-'));
  cpSync(inRoot(app, 'dist'), folder, { recursive: true });
  const manifestFile = join(folder, 'remote.json');
  const old: { version: string; files: object } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  // Globals and class names contain the version.
  const prefixOf = (of: string) => `${app}_${of}`.replaceAll(/[^a-z0-9]/g, '_');
  const replacements = Object.entries({ [prefixOf(old.version)]: prefixOf(version), ...texts });
  const found = new Set<string>();
  for (const path of ['remote.json', ...Object.keys(old.files)]) {
    let text = readFileSync(join(folder, path), 'latin1');
    for (const [from, to] of replacements) {
      if (text.includes(asBytes(from))) found.add(from);
      text = text.replaceAll(asBytes(from), asBytes(to));
    }
    writeFileSync(join(folder, path), text, 'latin1');
  }
  const missing = replacements.flatMap(([from]) => (found.has(from) ? [] : [from]));
  if (missing.length > 0) throw new Error(`the build of ${app} does not contain ${missing.join(', ')}`);
  const manifest: object = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(
    manifestFile,
    JSON.stringify({ ...manifest, version, files: describeFiles(folder), ...over }),
  );
  return folder;
}

/** Runs the compiled release command, which starts in a third of the time. Resolves to its output. */
export async function release(
  { operatorsUrl, operatorToken }: Pick<Funnel, 'operatorsUrl' | 'operatorToken'>,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [inRoot('services/releases/dist/cli/release.js'), ...args], {
    cwd: inRoot(),
    env: { ...process.env, NODE_OPTIONS: '', RELEASE_URL: operatorsUrl, OPERATOR_TOKEN: operatorToken },
  });
  return stdout;
}

/** The versions that `publishAs` has published, each with the folder of its product's data. */
const published = new Set<string>();

/**
 * Publishes the current build under another version, unless an earlier test of the same product has. The versions of tests have
 * a major number from 901, so that an app whose team raises its version does not have one of them.
 */
export async function publishAs(funnel: Funnel, app: AppName, version: string): Promise<void> {
  const key = `${funnel.dataDir} ${app}@${version}`;
  if (published.has(key)) return;
  await release(funnel, 'publish', app, '--dir', relabelBuild(app, version));
  published.add(key);
}
