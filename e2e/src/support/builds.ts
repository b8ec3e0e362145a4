import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { inRoot, type AppName } from '@funnel/build/repository';

import type { Funnel } from './funnel.ts';

const run = promisify(execFile);
const script = (path: string) => ['--import', 'tsx', '--conditions=source', inRoot(path)];

interface Edit {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

/**
 * Builds an app as its team would after a change: from its own folder alone, with its own command.
 * Returns the folder of the build.
 */
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
    if (after === before) throw new Error(`${file} has nothing to edit like ${from}`);
    writeFileSync(join(source, file), after);
  }
  const args = [app, '--as', version, '--from', source, '--out', out];
  await run(process.execPath, [...script('packages/build/src/commands/build.ts'), ...args], {
    cwd: inRoot(),
  });
  return out;
}

/** Runs the release command as a person would; resolves to what it printed. */
export async function release(funnel: Funnel, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [...script('services/api/src/releases/cli/release.ts'), ...args],
    { cwd: inRoot(), env: { ...process.env, RELEASE_URL: funnel.url, OPERATOR_TOKEN: funnel.operatorToken } },
  );
  return stdout;
}
