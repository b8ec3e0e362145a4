import { versionedName } from '@funnel/contracts/release';
import { sharedModules } from '@funnel/release-kit/federation/federation-manifest';
import { reactRange, reactVersion } from '@funnel/remote-tools/react';
import { commonConfig } from '@funnel/remote-tools/webpack/common';
import { addCompileHint } from '@funnel/remote-tools/webpack/compile-hint';
import { ModuleFederationPlugin } from '@module-federation/enhanced';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler, Configuration } from 'webpack';

import type { AppBuild, ShellDefinition } from '../definition.ts';
import { buildPlace, inRoot } from '../repository.ts';

const settings = { singleton: true, eager: true, version: reactVersion, requiredVersion: reactRange };

/** The shell provides the shared modules. */
const hostShared = Object.fromEntries(sharedModules.map((name) => [name, settings]));

export interface ShellBuild extends AppBuild {
  readonly definition: ShellDefinition;
}

/**
 * Gives the federation runtime's entry a fixed id. Its generated file contains paths of the machine, and an id made from it would
 * change the shell's bytes from one folder to another.
 */
const fixedRuntimeId = {
  apply: (compiler: Compiler) =>
    compiler.hooks.compilation.tap('fixedRuntimeId', (compilation) =>
      compilation.hooks.moduleIds.tap('fixedRuntimeId', (modules) => {
        for (const module of modules) {
          const isRuntime = /[\\/]\.federation[\\/]entry\.\w+\.js$/.test(module.nameForCondition() ?? '');
          if (isRuntime) compilation.chunkGraph.setModuleId(module, 'federation');
        }
      }),
    ),
};

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

/** The host. It lists no remotes: they are registered from the release set when they are needed. */
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
      fixedRuntimeId,
      addCompileHint(),
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
