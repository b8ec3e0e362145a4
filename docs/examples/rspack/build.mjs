// The remote protocol with Rspack: docs/contracts/remote-protocol.md
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { rspack } from '@rspack/core';

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const { name, version } = JSON.parse(readFileSync(folder('package.json'), 'utf8'));
const container = `${name}_${version}`.replace(/[^a-z0-9]/g, '_');

// The shell provides these. A remote that brought its own React would be rejected.
const fromTheShell = { singleton: true, import: false, strictVersion: true, requiredVersion: '^19.0.0' };
const shared = Object.fromEntries(
  ['react', 'react-dom', 'react/jsx-runtime'].map((module) => [module, fromTheShell]),
);

const compiler = rspack({
  mode: 'production',
  context: folder('.'),
  devtool: false,
  target: ['web', 'es2022'],
  entry: {},
  output: {
    path: folder('dist'),
    clean: true,
    publicPath: 'auto',
    // Separates the chunks of two versions in one page.
    uniqueName: container,
    // The URL of a version never has other content, so the names need no hash.
    filename: '[name].js',
    chunkFilename: '[name].js',
  },
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    // In this repository the packages are sources. Elsewhere they are compiled.
    conditionNames: ['source', '...'],
  },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
      {
        test: /\.module\.css$/,
        type: 'javascript/auto',
        use: [
          rspack.CssExtractRspackPlugin.loader,
          {
            loader: 'css-loader',
            // The prefix separates the styles of two versions in one page.
            options: { modules: { namedExport: false, localIdentName: `${container}_[local]` } },
          },
        ],
      },
    ],
  },
  optimization: { splitChunks: false },
  plugins: [
    new rspack.CssExtractRspackPlugin({ filename: '[name].css', chunkFilename: '[name].css' }),
    new rspack.container.ModuleFederationPluginV1({
      name: container,
      filename: 'remoteEntry.js',
      library: { type: 'var', name: container },
      exposes: { './remote': { import: './src/rspack.remote.tsx', name: 'remote' } },
      shared,
    }),
  ],
});

compiler.run((error, stats) => {
  if (error || stats?.hasErrors()) {
    console.error(error ?? stats?.toString({ preset: 'errors-only' }));
    process.exitCode = 1;
  }
  compiler.close(() => undefined);
});
