import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ReleaseError } from '@funnel/release-kit/client/publish-client';

/** Files that only the folder of an app has. */
const appFiles = ['remote.config.ts', 'shell.config.ts', 'dist/remote.json'];
const isApp = (rootFolder: string, folder: string): boolean =>
  appFiles.some((file) => existsSync(join(rootFolder, folder, file)));

interface BuildLocation {
  readonly rootFolder: string;
  /** The app, which has a folder of that name in the root. */
  readonly name: string;
  /** As it was typed: relative to the working directory, or to the app's folder. */
  readonly dir: string;
}

function buildAdvice(rootFolder: string, name: string): string {
  if (!isApp(rootFolder, name)) return `Build ${name} first, in its folder: npx funnel-remote build`;
  const folder = resolve(rootFolder, name, 'dist');
  return existsSync(join(folder, 'remote.json'))
    ? `To publish the build in ${folder}, leave out --dir.`
    : `Build ${name} first: npm run build -w ${name} (it writes ${folder})`;
}

const noBuild = (folders: readonly string[], rootFolder: string, name: string): ReleaseError =>
  new ReleaseError(
    `There is no remote.json in ${folders.join(' or ')}. ${buildAdvice(rootFolder, name)}`,
    'unusable-build',
  );

/** The folder to which the build of an app of this repository is written. Throws `ReleaseError` if it is not built. */
export function defaultBuildFolder(rootFolder: string, name: string): string {
  const folder = resolve(rootFolder, name, 'dist');
  if (!existsSync(join(folder, 'remote.json'))) throw noBuild([folder], rootFolder, name);
  return folder;
}

/** Finds the folder with the app's build. Throws `ReleaseError` with every folder it checked, unless exactly one has a build. */
export function findBuildFolder({ rootFolder, name, dir }: BuildLocation): string {
  const folders = [...new Set([resolve(dir), resolve(rootFolder, name, dir)])];
  const [found, other] = folders.filter((folder) => existsSync(join(folder, 'remote.json')));
  if (!found) throw noBuild(folders, rootFolder, name);
  if (other)
    throw new ReleaseError(
      `There is a remote.json in ${found} and in ${other}. Pass one of these paths as --dir.`,
      'unusable-build',
    );
  return found;
}

/** Throws `ReleaseError` with the known names if the repository has apps, but none of this name. */
export function checkAppName(rootFolder: string, name: string): void {
  if (isApp(rootFolder, name) || !existsSync(rootFolder)) return;
  const apps = readdirSync(rootFolder)
    .filter((folder) => isApp(rootFolder, folder))
    .sort();
  if (apps.length > 0)
    throw new ReleaseError(
      `There is no app "${name}" in this repository. Apps: ${apps.join(', ')}.`,
      'unusable-build',
    );
}
