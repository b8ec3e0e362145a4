import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { versionedName } from '@funnel/contracts/release';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

import { describeFiles } from '../files.ts';
import { commonConfig } from '../webpack/common.ts';
import { compile } from '../webpack/compile.ts';

export interface ConsoleBuild {
  readonly version: string;
  /** The console's folder. */
  readonly source: string;
  /** The output folder. */
  readonly folder: string;
}

/** The path at which the service serves the files. */
const base = '/assets/';

/** Builds the operators' console: `index.html`, files with a content hash in their names, and a compressed copy of each. */
export async function buildConsole({ version, source, folder }: ConsoleBuild) {
  const prefix = versionedName('console', version);
  const compilation = await compile({
    ...commonConfig({ source, prefix, target: 'web' }),
    target: ['web', 'es2022'],
    entry: { console: './src/main.tsx' },
    output: {
      path: folder,
      clean: true,
      publicPath: base,
      uniqueName: prefix,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
      }),
    ],
  });
  const tags = (compilation.entrypoints.get('console')?.getFiles() ?? []).map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${base}${file}">`
      : `<script src="${base}${file}" defer></script>`,
  );
  const files = describeFiles(folder);
  // Fonts are already compressed.
  for (const file of Object.keys(files).filter((name) => !name.endsWith('.woff2'))) {
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(readFileSync(join(folder, file))));
  }
  writeFileSync(
    join(folder, 'index.html'),
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">',
      `<title>Console</title><link rel="icon" href="data:,">${tags.join('')}`,
      '</head><body><div id="root"></div></body></html>',
    ].join('\n'),
  );
  return { version, files };
}
