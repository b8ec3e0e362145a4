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

/** Builds a copy of an app with these edits, using the team's build command. Returns the folder of the build. */
export async function buildEdited(
  app: AppName,
  version: string,
  edits: readonly Edit[] = [],
): Promise<string> {
  const home = inRoot('.cache/variants', `${app}-${version}`);
  const source = join(home, app);
  const out = join(home, 'dist');
  mkdirSync(home, { recursive: true });
  cpSync(inRoot(app), source, { recursive: true, filter: (path) => !/node_modules|dist$/.test(path) });
  for (const { file, from, to } of edits) {
    const before = readFileSync(join(source, file), 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} does not contain ${from}`);
    writeFileSync(join(source, file), after);
  }
  const command = ['--import', 'tsx', '--conditions=source', inRoot('packages/build/src/commands/build.ts')];
  const args = [app, '--as', version, '--from', source, '--out', out];
  await run(process.execPath, [...command, ...args], { cwd: inRoot() });
  return out;
}

/** Copies the current build under another version, with `over` in its manifest. Returns the folder. */
export function relabelBuild(app: AppName, version: string, over: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-build-'));
  cpSync(inRoot(app, 'dist'), folder, { recursive: true });
  const manifestFile = join(folder, 'remote.json');
  const old: { container: string; files: object } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  // Globals and class names contain the version.
  const container = `${app}_${version}`.replaceAll(/[^a-z0-9]/g, '_');
  for (const path of ['remote.json', ...Object.keys(old.files)]) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replaceAll(old.container, container));
  }
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

/**
 * Publishes the current build under another version. The versions of tests have a major number from 901, so that an app
 * whose team raises its version does not have one of them.
 */
export const publishAs = (funnel: Funnel, app: AppName, version: string): Promise<string> =>
  release(funnel, 'publish', app, '--dir', relabelBuild(app, version));
