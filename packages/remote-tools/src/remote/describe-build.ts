import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { remoteManifestSchema, versionedName, type RemoteManifest } from '@funnel/contracts/release';
import { contractVersion } from '@funnel/contracts/remote-module';

import { describeFiles } from '../files.ts';
import { ProjectError } from '../project-error.ts';
import { reactRange } from '../react.ts';
import { prerenderScreens } from './prerender-screens.ts';
import type { RemoteBuild } from './remote-webpack.ts';

/** What a bundler knows about the files that it has written. Paths are relative to the output folder. */
export interface BundledFiles {
  /** Defines the container, a global of the versioned name. */
  readonly entry: string;
  /** The files of the exposed module. Its style sheets are those of the first screens. */
  readonly exposed: readonly string[];
  /** The files of each language besides English. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
  /** What to do about a translated language whose files the bundler does not know. */
  readonly languageAdvice: (locale: string) => string;
}

/**
 * Prerenders the first screens and writes `remote.json` beside the files that a bundler has written. Throws `ProjectError` if the
 * files of a language are not known: its readers would get the English screens.
 */
export async function describeBuild(
  build: RemoteBuild,
  { entry, exposed, languages, languageAdvice }: BundledFiles,
): Promise<RemoteManifest> {
  const { definition, version, folder } = build;
  const css = exposed
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const { firstScreens, translated } = await prerenderScreens(build);
  const missing = Object.keys(translated).filter((locale) => !languages[locale]);
  if (missing.length > 0) throw new ProjectError(missing.map(languageAdvice).join('\n'));
  const locales = Object.entries(languages).map(([locale, preload]) => [
    locale,
    { firstScreens: translated[locale] ?? [], preload },
  ]);

  const manifest = remoteManifestSchema.parse({
    kind: 'remote',
    name: definition.name,
    version,
    container: versionedName(definition.name, version),
    entry,
    contract: contractVersion,
    react: reactRange,
    paths: definition.paths,
    widgets: definition.widgets,
    screens: definition.screens,
    preload: [entry, ...exposed],
    files: describeFiles(folder),
    firstScreens,
    ...(definition.titles && { titles: definition.titles }),
    css: definition.firstScreens.length > 0 ? css : '',
    locales: Object.fromEntries(locales),
    ...(definition.experiments && { experiments: definition.experiments }),
  });
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest, null, 1));
  return manifest;
}
