import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ReleaseError } from '@funnel/release-kit/client/publish-client';

interface BuildLocation {
  readonly rootFolder: string;
  /** The app, which has a folder of that name in the root. */
  readonly name: string;
  /** As it was typed: relative to the working directory, or to the app's folder. */
  readonly dir: string;
}

/** Finds the folder with the app's build. Throws `ReleaseError` with every folder it checked, unless exactly one has a build. */
export function findBuildFolder({ rootFolder, name, dir }: BuildLocation): string {
  const folders = [...new Set([resolve(dir), resolve(rootFolder, name, dir)])];
  const [found, other] = folders.filter((folder) => existsSync(join(folder, 'remote.json')));
  if (!found) throw new ReleaseError(`There is no remote.json in ${folders.join(' or ')}.`, 'unusable-build');
  if (other)
    throw new ReleaseError(
      `There is a remote.json in ${found} and in ${other}. Pass one of these paths as --dir.`,
      'unusable-build',
    );
  return found;
}

/** Files that only the folder of an app has. */
const appFiles = ['remote.config.ts', 'shell.config.ts', 'dist/remote.json'];

/** Throws `ReleaseError` with the known names if the repository has apps, but none of this name. */
export function checkAppName(rootFolder: string, name: string): void {
  const isApp = (folder: string) => appFiles.some((file) => existsSync(join(rootFolder, folder, file)));
  if (isApp(name) || !existsSync(rootFolder)) return;
  const apps = readdirSync(rootFolder).filter(isApp).sort();
  if (apps.length > 0)
    throw new ReleaseError(
      `There is no app ${name} in this repository. Apps: ${apps.join(', ')}.`,
      'unusable-build',
    );
}
