import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { remoteManifestSchema, versionedName, type RemoteManifest } from '@funnel/contracts/release';
import { contractVersion } from '@funnel/contracts/remote-module';

import { describeFiles } from '../files.ts';
import { reactRange } from '../repository.ts';
import { compile } from '../webpack/compile.ts';
import { prerenderScreens } from './prerender-screens.ts';
import { containerConfig, entryFile, exposedModule, type RemoteBuild } from './remote-webpack.ts';

/**
 * Builds a remote into its folder: the container's files and `remote.json`, which describes them.
 * @throws if the code does not compile, or if the build would contain a copy of React.
 */
export async function buildRemote(build: RemoteBuild): Promise<RemoteManifest> {
  const { definition, version, folder } = build;
  const compilation = await compile(containerConfig(build));
  const ownReact = [...compilation.modules].find((module) =>
    /node_modules\/react(-dom)?\//.test(module.identifier()),
  );
  if (ownReact) throw new Error(`${definition.name} would contain its own React: ${ownReact.identifier()}`);

  const exposed = compilation.namedChunkGroups.get(exposedModule)?.getFiles() ?? [];
  const css = exposed
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

  const manifest = remoteManifestSchema.parse({
    kind: 'remote',
    name: definition.name,
    version,
    container: versionedName(definition.name, version),
    entry: entryFile,
    contract: contractVersion,
    react: reactRange,
    paths: definition.paths,
    widgets: definition.widgets,
    screens: definition.screens,
    preload: [entryFile, ...exposed],
    files: describeFiles(folder),
    firstScreens: await prerenderScreens(build),
    css: definition.firstScreens.length > 0 ? css : '',
  });
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest, null, 1));
  return manifest;
}
