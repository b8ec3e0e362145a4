import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { remoteNames, workspaceFolders } from '../config/workspaces.cjs';

/** The repository's root folder. */
export const rootFolder = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export const inRoot = (...parts: string[]): string => join(rootFolder, ...parts);

export { remoteNames, workspaceFolders };
/** The apps that are released: the shell and every remote. */
export type AppName = 'shell' | (typeof remoteNames)[number];
export const appNames: readonly AppName[] = ['shell', ...remoteNames];

/** All that can be built: the apps, and the console, which the service reads from the folder of its build. */
export type BuildTarget = AppName | 'console';
export const buildTargets: readonly BuildTarget[] = [...appNames, 'console'];

const isBuildTarget = (text: string): text is BuildTarget => buildTargets.some((name) => name === text);

/** What to build if these names are given: those targets, or all without a name. */
export const chooseTargets = (names: readonly string[]) => ({
  targets: names.length > 0 ? names.filter(isBuildTarget) : buildTargets,
  unknown: names.filter((name) => !isBuildTarget(name)),
});

/** Relative to the root. */
export const folderOf = (name: BuildTarget): string => (name === 'console' ? 'services/console' : name);

export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

/** The `package.json` of a workspace. */
export const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));

export const appVersion = (app: BuildTarget): string => readPackage(folderOf(app)).version;

/** Where the repository's builds run. */
export const buildPlace = { root: rootFolder, cache: inRoot('.cache') };
