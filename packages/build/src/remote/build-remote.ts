import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { remoteManifestSchema, type RemoteManifest } from '@funnel/contracts/release';
import { contractVersion } from '@funnel/contracts/remote-module';

import type { RemoteDefinition } from '../definition.ts';
import { withDrawingFolder } from '../drawing-folder.ts';
import { describeFiles } from '../files.ts';
import { reactRange } from '../repository.ts';
import { versionedName } from '../webpack/common.ts';
import { compile } from '../webpack/compile.ts';
import { drawFirstScreens } from './draw-first-screens.ts';
import { containerConfig, drawingConfig, entryFile, exposedModule } from './remote-webpack.ts';

/**
 * Builds a remote into `folder`: the container's files and `remote.json`, which describes them.
 * @throws when the code does not compile, or when a copy of React would be carried along.
 */
export function buildRemote(
  definition: RemoteDefinition,
  version: string,
  folder: string,
): Promise<RemoteManifest> {
  return withDrawingFolder(async (drawingFolder) => {
    const compilation = await compile(containerConfig({ definition, version, folder }));
    const ownReact = [...compilation.modules].find((module) =>
      /node_modules\/react(-dom)?\//.test(module.identifier()),
    );
    if (ownReact) throw new Error(`${definition.name} would carry its own React: ${ownReact.identifier()}`);

    const exposed = compilation.namedChunkGroups.get(exposedModule)?.getFiles() ?? [];
    const css = exposed
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    if (definition.firstScreens.length > 0)
      await compile(drawingConfig({ definition, version, folder: drawingFolder }));

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
      firstScreens: drawFirstScreens(definition, drawingFolder, css),
    });
    writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest, null, 1));
    return manifest;
  });
}
