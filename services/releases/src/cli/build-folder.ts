import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ReleaseError } from './release-client.ts';

interface Sought {
  readonly rootFolder: string;
  /** The remote, which has a folder of that name in the root. */
  readonly name: string;
  /** As somebody typed it: seen from where they are, or from the remote. */
  readonly dir: string;
}

/** The folder with the remote's build. Throws `ReleaseRefused` that names every place where it was looked for. */
export function findBuildFolder({ rootFolder, name, dir }: Sought): string {
  const here = resolve(dir);
  const ofRemote = resolve(rootFolder, name, dir);
  const found = [here, ofRemote].find((folder) => existsSync(join(folder, 'remote.json')));
  if (found) return found;
  const places = here === ofRemote ? here : `${here}, nor in ${ofRemote}`;
  throw new ReleaseError(`There is no remote.json in ${places}.`, 'unusable-build');
}
