import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration, RuleSetRule } from 'webpack';

import { inRoot } from '../repository.ts';

const rules = (prefix: string, target: 'web' | 'node'): RuleSetRule[] => [
  {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'ts-loader',
    options: {
      transpileOnly: true,
      configFile: inRoot('packages/build/config/tsconfig.web.json'),
      compilerOptions: {
        composite: false,
        incremental: false,
        declaration: false,
        emitDeclarationOnly: false,
      },
    },
  },
  {
    test: /\.css$/,
    use: [
      ...(target === 'web' ? [MiniCssExtractPlugin.loader] : []),
      {
        loader: 'css-loader',
        options: {
          modules: {
            auto: true,
            namedExport: false,
            exportLocalsConvention: 'as-is',
            exportOnlyLocals: target === 'node',
            // The hash depends on the path only, so the prefix separates two versions in one page.
            localIdentName: `${prefix}_[local]_[hash:base64:5]`,
            localIdentContext: inRoot(),
          },
        },
      },
    ],
  },
  { test: /\.(woff2|svg)$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:8][ext]' } },
];

interface CommonOptions {
  /** The app's folder. */
  readonly source: string;
  readonly prefix: string;
  readonly target: 'web' | 'node';
}

/** The configuration that browser builds and builds for prerendering share. */
export const commonConfig = ({ source, prefix, target }: CommonOptions): Configuration => ({
  mode: 'production',
  context: source,
  devtool: false,
  module: { rules: rules(prefix, target) },
  resolve: {
    extensions: ['.ts', '.tsx', '.js'],
    // Emitted imports end with `.js`, while the sources are `.ts` files.
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    conditionNames: ['source', '...'],
  },
  resolveLoader: { modules: [inRoot('node_modules'), inRoot('packages/build/node_modules')] },
  optimization: { minimizer: ['...', new CssMinimizerPlugin()] },
  cache: { type: 'filesystem', name: `${prefix}-${target}`, cacheDirectory: inRoot('.cache/webpack') },
  performance: false,
});
