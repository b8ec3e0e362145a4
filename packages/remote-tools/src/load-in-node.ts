import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { BuildPlace } from './build-place.ts';
import { commonConfig } from './webpack/common.ts';
import { compile } from './webpack/compile.ts';

interface AppModule {
  /** The app's folder. */
  readonly source: string;
  readonly prefix: string;
  /** Relative to the app's folder. */
  readonly module: string;
  readonly place: BuildPlace;
}

const require = createRequire(import.meta.url);

/** Compiles a module of an app for Node and loads it, so that the build can prerender or run it. */
export async function loadInNode<Exports>({ source, prefix, module, place }: AppModule): Promise<Exports> {
  mkdirSync(place.cache, { recursive: true });
  // Below the root: the module resolves React, which is not bundled, from its own folder.
  const folder = mkdtempSync(join(place.cache, 'in-node-'));
  try {
    const common = commonConfig({ source, prefix, target: 'node', place });
    await compile({
      ...common,
      target: 'node20',
      // One file with every language: the folder is removed before one is loaded.
      module: { ...common.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
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
