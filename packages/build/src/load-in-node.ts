import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { inRoot } from './repository.ts';
import { commonConfig } from './webpack/common.ts';
import { compile } from './webpack/compile.ts';

interface AppModule {
  /** The app's folder. */
  readonly source: string;
  readonly prefix: string;
  /** Relative to the app's folder. */
  readonly module: string;
}

const require = createRequire(import.meta.url);

/** Compiles a module of an app for Node and loads it, so that the build can prerender or run it. */
export async function loadInNode<Exports>({ source, prefix, module }: AppModule): Promise<Exports> {
  mkdirSync(inRoot('.cache'), { recursive: true });
  // Inside the repository: the module resolves React, which is not bundled, from its own folder.
  const folder = mkdtempSync(inRoot('.cache', 'in-node-'));
  try {
    await compile({
      ...commonConfig({ source, prefix, target: 'node' }),
      target: 'node20',
      entry: { main: module },
      externals: [/^react($|\/)/, /^react-dom($|\/)/],
      externalsType: 'commonjs',
      optimization: { minimize: false },
      output: { path: folder, filename: '[name].cjs', library: { type: 'commonjs2' } },
    });
    return require(join(folder, 'main.cjs'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
