import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration, RuleSetRule } from 'webpack';

import type { BuildPlace } from '../build-place.ts';

const require = createRequire(import.meta.url);
const configFile = fileURLToPath(new URL('../../config/tsconfig.json', import.meta.url));

const rules = ({ prefix, target, place, sourceMaps = false }: CommonOptions): RuleSetRule[] => [
  {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: require.resolve('ts-loader'),
    options: {
      transpileOnly: true,
      configFile,
      compilerOptions: { noEmit: false, sourceMap: sourceMaps },
    },
  },
  {
    // Safari before 16.4 does not run a script with a class static block, as the toasts, tabs and radio groups of Radix have one.
    test: /\.mjs$/,
    include: /[\\/]node_modules[\\/]@radix-ui[\\/]/,
    loader: require.resolve('ts-loader'),
    options: {
      instance: 'dependencies',
      transpileOnly: true,
      configFile,
      compilerOptions: { allowJs: true, noEmit: false, target: 'ES2021', sourceMap: sourceMaps },
    },
  },
  {
    test: /\.css$/,
    use: [
      ...(target === 'web' ? [MiniCssExtractPlugin.loader] : []),
      {
        loader: require.resolve('css-loader'),
        options: {
          modules: {
            auto: true,
            namedExport: false,
            exportLocalsConvention: 'as-is',
            exportOnlyLocals: target === 'node',
            // The hash depends on the path only, so the prefix separates two versions in one page.
            localIdentName: `${prefix}_[local]_[hash:base64:5]`,
            localIdentContext: place.root,
          },
        },
      },
    ],
  },
  { test: /\.woff2$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:8][ext]' } },
];

interface CommonOptions {
  /** The app's folder. */
  readonly source: string;
  readonly prefix: string;
  readonly target: 'web' | 'node';
  readonly place: BuildPlace;
  /** Writes a source map beside each script, which no script names. */
  readonly sourceMaps?: boolean;
}

/** The configuration that browser builds and builds for prerendering share. */
export const commonConfig = (options: CommonOptions): Configuration => ({
  mode: 'production',
  context: options.source,
  devtool: options.sourceMaps ? 'hidden-source-map' : false,
  module: { rules: rules(options) },
  resolve: {
    extensions: ['.ts', '.tsx', '.js'],
    // Emitted imports end with `.js`, while the sources are `.ts` files.
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    conditionNames: ['source', '...'],
  },
  optimization: { minimizer: ['...', new CssMinimizerPlugin()] },
  cache: {
    type: 'filesystem',
    name: `${options.prefix}-${options.target}${options.sourceMaps ? '-maps' : ''}`,
    cacheDirectory: join(options.place.cache, 'webpack'),
  },
  performance: false,
});
