import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ShellDefinition } from '@funnel/build/definition';
import { readDefinition, readRemoteDefinition } from '@funnel/build/read-definition';
import { buildPlace, inRoot, remoteNames } from '@funnel/build/repository';
import { smallerDependencies } from '@funnel/build/shell/shell-webpack';
import { commonConfig } from '@funnel/remote-tools/webpack/common';
import { compile } from '@funnel/remote-tools/webpack/compile';
import { addCompileHint } from '@funnel/remote-tools/webpack/compile-hint';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/** The prefix of all class names, whichever app they are from. */
export const singleAppPrefix = 'single_app';

/** Writes a module that takes the place of the shell's only file with federation, and imports the remotes instead. */
async function writeImports(file: string): Promise<void> {
  const imports: string[] = [];
  for (const name of remoteNames) {
    const { module } = await readRemoteDefinition(name);
    const path = JSON.stringify(inRoot(name, module));
    imports.push(`${JSON.stringify(name)}: () => import(/* webpackChunkName: "${name}" */ ${path}),`);
  }
  writeFileSync(
    file,
    [
      `const imports = {${imports.join('\n')}};`,
      'export const fetchRemote = async ({ name }) => (await imports[name]()).remote;',
      'export const refetchRemote = async () => undefined;',
    ].join('\n'),
  );
}

export interface SingleApp {
  /** The first script. */
  readonly entry: string;
  /** The scripts and style sheets that a remote needs, by its name. */
  readonly filesOf: (remote: string) => readonly string[];
}

/**
 * Builds shell and remotes from the same sources as one code-split app without federation, for comparison only. The prerendered
 * documents of the product fit it once their class names begin with `singleAppPrefix`.
 */
export async function buildSingleApp(folder: string, publicPath: string): Promise<SingleApp> {
  const { name, entry } = await readDefinition<ShellDefinition>(inRoot('shell/shell.config.ts'));
  const cache = inRoot('.cache/single-app');
  mkdirSync(cache, { recursive: true });
  const imports = join(cache, 'imports.js');
  await writeImports(imports);
  const common = commonConfig({
    source: inRoot(name),
    prefix: singleAppPrefix,
    target: 'web',
    place: buildPlace,
  });
  const { entrypoints, namedChunkGroups } = await compile({
    ...common,
    module: { rules: [...(common.module?.rules ?? []), ...smallerDependencies] },
    target: ['web', 'es2022'],
    entry: { [name]: entry },
    output: {
      path: folder,
      publicPath,
      filename: '[name].[contenthash:8].js',
    },
    plugins: [
      addCompileHint(),
      new webpack.NormalModuleReplacementPlugin(/[\\/]remotes[\\/]federation\.ts$/, imports),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
    ],
  });
  const script = entrypoints
    .get(name)
    ?.getFiles()
    .find((file) => file.endsWith('.js'));
  if (!script) throw new Error('The single app has no first script.');
  return { entry: script, filesOf: (remote) => namedChunkGroups.get(remote)?.getFiles() ?? [] };
}
