import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { inRoot, workspaceFolders } from '../repository.ts';

/** Installed packages, builds and caches: everything that is not part of the sources. */
const isSource = (path: string) =>
  !/^(node_modules|dist|dist\.next|test-results|playwright-report|\.git|\.cache|\.data|.*\.tsbuildinfo)$/.test(
    basename(path),
  );

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isSource(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listSources(path) : [path];
    });
}

/** Links each installed package. Links to workspaces are relative, so in the copy they lead to the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.'))) {
    const source = join(from, name);
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), join(to, name));
    else if (name.startsWith('@')) linkPackages(source, join(to, name));
    else symlinkSync(source, join(to, name));
  }
}

export interface RepositoryCopy {
  /** Runs npm in the copy. Resolves to what it printed; rejects if it fails. */
  npm(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  readonly folder: string;
  /** Files that differ from the repository, relative to the root. */
  changedFiles(): string[];
  remove(): void;
}

/** Copies the sources of the repository to a temporary folder and links the installed packages. */
export function copyRepository(): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-copy-'));
  cpSync(inRoot(), folder, { recursive: true, filter: isSource });
  for (const workspace of ['.', ...workspaceFolders]) {
    const packages = join(workspace, 'node_modules');
    if (existsSync(inRoot(packages))) linkPackages(inRoot(packages), join(folder, packages));
  }
  symlinkSync(inRoot('node_modules/.bin'), join(folder, 'node_modules/.bin'));
  const before = new Map(listSources(folder).map((path) => [path, readFileSync(path, 'latin1')]));
  return {
    folder,
    async npm(args, env = {}) {
      const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env } };
      return (await promisify(execFile)('npm', args, options)).stdout;
    },
    changedFiles: () =>
      listSources(folder)
        .filter((path) => before.get(path) !== readFileSync(path, 'latin1'))
        .map((path) => relative(folder, path)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
