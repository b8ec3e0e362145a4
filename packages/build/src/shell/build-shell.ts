import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { shellManifestSchema, type ShellManifest } from '@funnel/contracts/release';

import { withDrawingFolder } from '../drawing-folder.ts';
import { describeFiles } from '../files.ts';
import { reactVersion } from '../repository.ts';
import { compile } from '../webpack/compile.ts';
import { drawFrames } from './draw-frames.ts';
import { frameConfig, hostConfig, type ShellBuild } from './shell-webpack.ts';

/** Builds the shell into its folder: its files and `remote.json`, which describes them and holds the static frame. */
export function buildShell(build: ShellBuild): Promise<ShellManifest> {
  const { definition, version, folder } = build;
  return withDrawingFolder(async (drawingFolder) => {
    const compilation = await compile(hostConfig(build));
    const files = compilation.entrypoints.get('shell')?.getFiles() ?? [];
    const css = files
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    await compile(frameConfig({ ...build, folder: drawingFolder }));
    const manifest = shellManifestSchema.parse({
      kind: 'shell',
      name: 'shell',
      version,
      contracts: definition.contracts,
      react: reactVersion,
      entry: files.find((file) => file.endsWith('.js')),
      files: describeFiles(folder),
      css,
      frames: drawFrames(drawingFolder),
    });
    writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest, null, 1));
    return manifest;
  });
}
