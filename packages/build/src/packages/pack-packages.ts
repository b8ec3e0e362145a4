import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { listFiles } from '@funnel/remote-tools/files';

import { inRoot, readPackage, workspaceFolders, type PackageJson } from '../repository.ts';
import { runCompiler } from '../run-command.ts';

/** The folders of the packages that teams outside the repository install: every one that is not private. */
export const publicPackages: readonly string[] = workspaceFolders.filter(
  (folder) => folder.startsWith('packages/') && !readPackage(folder).private,
);

/** What works in the repository only. `source` is the export condition under which bundlers and tests find the sources. */
const ownFields = ['scripts', 'devDependencies', 'source'];

/** The `package.json` as teams get it. */
const published = (manifest: PackageJson): string =>
  JSON.stringify(manifest, (key, value) => (ownFields.includes(key) ? undefined : value), 2);

export const compilePackages = (): Promise<void> => runCompiler(['-b', ...publicPackages]);

/** What was compiled from the present sources, relative to `dist`. Older files are left out. */
export function listCompiled(folder: string): string[] {
  const sources = listFiles(inRoot(folder, 'src'));
  const modules = new Set(sources.map((path) => path.replace(/\.tsx?$/, '')));
  return listFiles(inRoot(folder, 'dist')).filter((path) => modules.has(path.replace(/(\.d\.ts|\.js)$/, '')));
}

/** Copies what was compiled, and the style sheets beside it, to `to`. */
function copyCompiled(folder: string, to: string): void {
  const compiled = listCompiled(folder);
  for (const path of compiled) cpSync(inRoot(folder, 'dist', path), join(to, path));
  const folders = new Set(compiled.map((path) => dirname(path)));
  const styles = listFiles(inRoot(folder, 'src')).filter(
    (path) => path.endsWith('.css') && folders.has(dirname(path)),
  );
  for (const path of styles) cpSync(inRoot(folder, 'src', path), join(to, path));
}

export interface PackedPackage {
  /** The `package.json` in it. */
  readonly manifest: PackageJson;
  /** The absolute path of the tarball. */
  readonly tarball: string;
}

async function packPackage(folder: string, out: string): Promise<PackedPackage> {
  const text = published(readPackage(folder));
  const staging = mkdtempSync(inRoot('.cache', 'pack-'));
  try {
    const notCopied = ['node_modules', 'src', 'dist'].map((name) => inRoot(folder, name));
    const isStaged = (path: string) => !notCopied.includes(path);
    cpSync(inRoot(folder), staging, { recursive: true, filter: isStaged });
    copyCompiled(folder, join(staging, 'dist'));
    writeFileSync(join(staging, 'package.json'), text);
    const args = ['pack', '--silent', '--pack-destination', out];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: staging });
    return { manifest: JSON.parse(text), tarball: join(out, stdout.trim()) };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** Compiles the public packages and packs each into `out`, an absolute path, as `npm publish` would. */
export async function packPackages(out: string): Promise<readonly PackedPackage[]> {
  mkdirSync(out, { recursive: true });
  mkdirSync(inRoot('.cache'), { recursive: true });
  await compilePackages();
  return Promise.all(publicPackages.map((folder) => packPackage(folder, out)));
}
