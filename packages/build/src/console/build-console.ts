import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { versionedName } from '@funnel/contracts/release';
import { describeFiles } from '@funnel/remote-tools/files';
import { commonConfig } from '@funnel/remote-tools/webpack/common';
import { compile } from '@funnel/remote-tools/webpack/compile';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

import type { AppBuild } from '../definition.ts';
import { buildPlace, inRoot } from '../repository.ts';
import { entryTags } from '../webpack/entry-tags.ts';

/** The path at which the service serves the files. */
const base = '/assets/';

/** Builds the operators' console: `index.html`, files with a content hash in their names, and a compressed copy of each. */
export async function buildConsole({ version, source, folder }: AppBuild) {
  const prefix = versionedName('console', version);
  const compilation = await compile({
    ...commonConfig({ source, prefix, target: 'web', place: buildPlace }),
    target: ['web', 'es2022'],
    entry: { console: './src/main.tsx' },
    output: {
      path: folder,
      clean: true,
      publicPath: base,
      uniqueName: prefix,
      filename: '[name].[contenthash:8].js',
    },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' })],
  });
  const files = describeFiles(folder);
  // Fonts are already compressed.
  for (const file of Object.keys(files).filter((name) => !name.endsWith('.woff2'))) {
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(readFileSync(join(folder, file))));
  }
  const icon = `data:image/svg+xml;base64,${readFileSync(inRoot('shell/src/brand/favicon.svg')).toString('base64')}`;
  writeFileSync(
    join(folder, 'index.html'),
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">',
      `<title>Console</title><link rel="icon" type="image/svg+xml" href="${icon}">${entryTags(compilation, 'console', base)}`,
      '</head><body><div id="root"></div></body></html>',
    ].join('\n'),
  );
  return { version, files };
}
