import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { RemoteManifest } from '@funnel/contracts/release';

import { listFiles } from '../files.ts';
import { compile } from '../webpack/compile.ts';
import { languageFiles } from '../webpack/language-files.ts';
import { describeBuild } from './describe-build.ts';
import { containerConfig, entryFile, exposedModule, type RemoteBuild } from './remote-webpack.ts';

/** Moves the source maps out of the build, which is published. */
function moveMaps(folder: string, maps: string): void {
  rmSync(maps, { recursive: true, force: true });
  mkdirSync(maps, { recursive: true });
  for (const file of listFiles(folder).filter((path) => path.endsWith('.map'))) {
    // Not renamed, because the folders may be on different disks.
    copyFileSync(join(folder, file), join(maps, file));
    rmSync(join(folder, file));
  }
}

/**
 * Builds a remote into its folder: the container's files and `remote.json`, which describes them.
 * @throws if the code does not compile, or if the build would contain a copy of React.
 */
export async function buildRemote(build: RemoteBuild): Promise<RemoteManifest> {
  const compilation = await compile(containerConfig(build));
  const ownReact = [...compilation.modules].find((module) =>
    /node_modules\/react(-dom)?\//.test(module.identifier()),
  );
  if (ownReact)
    throw new Error(`${build.definition.name} would contain its own React: ${ownReact.identifier()}`);
  if (build.maps !== undefined) moveMaps(build.folder, build.maps);
  return describeBuild(build, {
    entry: entryFile,
    exposed: compilation.namedChunkGroups.get(exposedModule)?.getFiles() ?? [],
    languages: languageFiles(compilation),
    languageAdvice: (locale) =>
      `The texts in "${locale}" are in no chunk of that name. Import them with /* webpackChunkName: "${locale}" */.`,
  });
}
