import { versionedName } from '@funnel/contracts/release';
import { ModuleFederationPlugin } from '@module-federation/enhanced';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';

import type { ShellDefinition } from '../definition.ts';
import { commonConfig } from '../webpack/common.ts';
import { hostShared } from '../webpack/shared.ts';

export interface ShellBuild {
  readonly definition: ShellDefinition;
  readonly version: string;
  /** The app's folder. */
  readonly source: string;
  /** The output folder. */
  readonly folder: string;
}

/** The host. It lists no remotes: they are registered from the release set when they are needed. */
export function hostConfig({ definition, version, source, folder }: ShellBuild): Configuration {
  const prefix = versionedName(definition.name, version);
  return {
    ...commonConfig({ source, prefix, target: 'web' }),
    target: ['web', 'es2022'],
    entry: { shell: definition.entry },
    output: {
      path: folder,
      clean: true,
      publicPath: 'auto',
      uniqueName: prefix,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
      new ModuleFederationPlugin({
        name: 'shell',
        shared: hostShared,
        // The default strategy loads every remote at the start and hangs if one of them is unavailable.
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: { optimization: { disableSnapshot: true, target: 'web' } },
      }),
    ],
  };
}
