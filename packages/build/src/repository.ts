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

export const isAppName = (text: string): text is AppName => appNames.some((name) => name === text);
const isBuildTarget = (text: string): text is BuildTarget => buildTargets.some((name) => name === text);

/** What to build if these names are given: those targets, or all without a name. */
export const chooseTargets = (names: readonly string[]) => ({
  targets: names.length > 0 ? names.filter(isBuildTarget) : buildTargets,
  unknown: names.filter((name) => !isBuildTarget(name)),
});

/** Relative to the root. */
export const folderOf = (name: BuildTarget): string => (name === 'console' ? 'services/console' : name);

function readVersion(file: string): string {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (content && typeof content === 'object' && 'version' in content && typeof content.version === 'string') {
    return content.version;
  }
  throw new Error(`${file} has no version`);
}

export const appVersion = (app: BuildTarget): string => readVersion(inRoot(folderOf(app), 'package.json'));

/** Where the repository's builds run. */
export const buildPlace = { root: rootFolder, cache: inRoot('.cache') };
