import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { shellManifestSchema, type ShellManifest } from '@funnel/contracts/release';
import { describeFiles } from '@funnel/remote-tools/files';
import { reactVersion } from '@funnel/remote-tools/react';
import { compile } from '@funnel/remote-tools/webpack/compile';
import { languageFiles } from '@funnel/remote-tools/webpack/language-files';

import { describeStoredState } from './describe-stored-state.ts';
import { prerenderLayouts } from './prerender-layouts.ts';
import { hostConfig, type ShellBuild } from './shell-webpack.ts';

/** Builds the shell into its folder: its files and `remote.json`, which describes them and contains the prerendered layouts. */
export async function buildShell(build: ShellBuild): Promise<ShellManifest> {
  const { definition, version, source, folder } = build;
  const compilation = await compile(hostConfig(build));
  const files = compilation.entrypoints.get('shell')?.getFiles() ?? [];
  const css = files
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  cpSync(join(source, definition.brand), folder, { recursive: true });
  const { frames, translated } = await prerenderLayouts(build);
  const filesByLocale = languageFiles(compilation);
  const locales = Object.entries(translated).map(([locale, frames]) => [
    locale,
    { frames, preload: filesByLocale[locale] ?? [] },
  ]);
  const manifest = shellManifestSchema.parse({
    kind: 'shell',
    name: 'shell',
    version,
    contracts: definition.contracts,
    react: reactVersion,
    entry: files.find((file) => file.endsWith('.js')),
    files: describeFiles(folder),
    css,
    frames,
    locales: Object.fromEntries(locales),
    state: await describeStoredState(build),
  });
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest, null, 1));
  return manifest;
}
