import { versionedName } from '@funnel/contracts/release';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';

import type { BuildPlace } from '../build-place.ts';
import type { RemoteDefinition } from '../definition.ts';
import { commonConfig } from '../webpack/common.ts';
import { addCompileHint } from '../webpack/compile-hint.ts';
import { remoteShared } from '../webpack/remote-shared.ts';

export interface RemoteBuild {
  readonly definition: RemoteDefinition;
  readonly version: string;
  /** The app's folder. */
  readonly source: string;
  /** The output folder. */
  readonly folder: string;
  readonly place: BuildPlace;
  /** The folder for the source maps, which are never part of the build. Without it none are made. */
  readonly maps?: string;
}

/** The name of a remote's exposed module and of its chunk. */
export const exposedModule = 'remote';
export const entryFile = 'remoteEntry.js';

/** The container that browsers load. webpack's own plugin adds no federation runtime to the remote. */
export function containerConfig({
  definition,
  version,
  source,
  folder,
  place,
  maps,
}: RemoteBuild): Configuration {
  const container = versionedName(definition.name, version);
  const common = commonConfig({
    source,
    prefix: container,
    target: 'web',
    place,
    sourceMaps: maps !== undefined,
  });
  return {
    ...common,
    target: ['web', 'es2022'],
    entry: {},
    output: {
      path: folder,
      clean: true,
      publicPath: 'auto',
      uniqueName: container,
      filename: '[name].[contenthash:8].js',
      devtoolModuleFilenameTemplate: '[resource-path]',
      chunkFilename: '[name].[contenthash:8].js',
      // Without the asset's own name, which may have characters that no published path has.
      assetModuleFilename: 'asset.[contenthash:8][ext]',
    },
    // A single chunk avoids another request on the first click.
    optimization: { ...common.optimization, splitChunks: false },
    plugins: [
      addCompileHint(),
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
      }),
      new webpack.container.ModuleFederationPlugin({
        name: container,
        filename: entryFile,
        library: { type: 'var', name: container },
        exposes: { [`./${exposedModule}`]: { import: definition.module, name: exposedModule } },
        shared: remoteShared,
      }),
    ],
  };
}
