import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles } from '@funnel/remote-tools/files';

import { folderOf, inRoot, type BuildTarget } from '../repository.ts';

/** The packages that an app is made of, and those that its build runs. */
const webSources = [
  'packages/contracts/src',
  'packages/release-kit/src',
  'packages/shell-kit/src',
  'packages/ui/src',
  'packages/remote-tools/src',
  'packages/remote-tools/config',
  'packages/build/src',
  'packages/build/config',
];

/** Builds read no tests. */
const isBuilt = (file: string): boolean => !/\.(?:test|testkit)\.tsx?$/.test(file);

function hashFolders(folders: readonly string[], files: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (name: string, path: string) =>
    hash.update(name).update('\0').update(readFileSync(path)).update('\0');
  for (const folder of folders) {
    for (const file of listFiles(inRoot(folder)).filter(isBuilt)) {
      add(`${folder}/${file}`, join(inRoot(folder), file));
    }
  }
  for (const file of files) if (existsSync(inRoot(file))) add(file, inRoot(file));
  return hash.digest('hex');
}

/** A hash of all files that the app's build reads. */
export function appFingerprint(app: BuildTarget): string {
  const files = ['package.json', 'remote.config.ts', 'shell.config.ts'].map(
    (file) => `${folderOf(app)}/${file}`,
  );
  return hashFolders([`${folderOf(app)}/src`, ...webSources], [...files, 'package-lock.json']);
}

/** A hash of all files that the services are compiled from. */
export const serviceFingerprint = (): string =>
  hashFolders(
    [
      'services/api/src',
      'services/releases/src',
      'services/payment-sandbox/src',
      'packages/contracts/src',
      'packages/service-kit/src',
      'packages/release-kit/src',
      'packages/build/config',
    ],
    ['package-lock.json'],
  );
