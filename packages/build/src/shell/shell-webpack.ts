import { versionedName } from '@funnel/contracts/release';
import { commonConfig } from '@funnel/remote-tools/webpack/common';
import { addCompileHint } from '@funnel/remote-tools/webpack/compile-hint';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';

import type { AppBuild, ShellDefinition } from '../definition.ts';
import { buildPlace, inRoot } from '../repository.ts';

export interface ShellBuild extends AppBuild {
  readonly definition: ShellDefinition;
}

/** Drops the parts of dependencies that no visitor needs. */
export const smallerDependencies = [
  {
    test: /[\\/]node_modules[\\/]react-router[\\/]/,
    loader: inRoot('packages/build/config/pure-calls-loader.cjs'),
  },
  {
    test: /\.woff2$/,
    loader: inRoot('packages/build/config/font-weights-loader.cjs'),
    options: { min: 400, max: 700 },
  },
];

/** Known at build time, so that the minifier drops what the federation runtime does for manifests and on a server. */
const federationRuntimeParts = {
  ENV_TARGET: '"web"',
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
  FEDERATION_OPTIMIZE_NO_REMOTE: false,
  FEDERATION_OPTIMIZE_NO_SHARED: false,
};

/** The host: the shell, or the page on which one remote is developed. */
export function hostConfig({ definition, version, source, folder }: ShellBuild): Configuration {
  const prefix = versionedName(definition.name, version);
  const common = commonConfig({ source, prefix, target: 'web', place: buildPlace });
  return {
    ...common,
    module: { rules: [...(common.module?.rules ?? []), ...smallerDependencies] },
    target: ['web', 'es2022'],
    entry: { shell: definition.entry },
    output: {
      path: folder,
      clean: true,
      publicPath: 'auto',
      uniqueName: prefix,
      filename: '[name].[contenthash:8].js',
    },
    plugins: [
      addCompileHint(),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
      new webpack.DefinePlugin(federationRuntimeParts),
    ],
  };
}
