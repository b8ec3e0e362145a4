import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { commonConfig } from '@funnel/remote-tools/webpack/common';
import { compile } from '@funnel/remote-tools/webpack/compile';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

import { buildPlace, inRoot } from '../repository.ts';
import { entryTags } from '../webpack/entry-tags.ts';

/** Builds the page that shows every component of `packages/ui` in every state. */
export async function buildComponentsPage(folder: string): Promise<void> {
  const prefix = 'components';
  const compilation = await compile({
    ...commonConfig({ source: inRoot('packages/ui'), prefix, target: 'web', place: buildPlace }),
    target: ['web', 'es2022'],
    entry: { [prefix]: './src/examples/main.tsx' },
    output: { path: folder, clean: true, publicPath: '/', uniqueName: prefix, filename: '[name].js' },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css' })],
  });
  writeFileSync(
    join(folder, 'index.html'),
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>Components</title><link rel="icon" href="data:,">${entryTags(compilation, prefix, '/')}`,
      '</head><body style="margin: 0"><div id="root"></div></body></html>',
    ].join('\n'),
  );
}
