import { locales } from '@funnel/contracts/content/locales';
import type { Compilation } from 'webpack';

/** The files of each language besides English. An app names the chunk of a language like the language. */
export function languageFiles(compilation: Compilation): Readonly<Record<string, readonly string[]>> {
  const chunks = locales.map((locale) => [locale, compilation.namedChunkGroups.get(locale)?.getFiles()]);
  return Object.fromEntries(chunks.filter(([, files]) => files !== undefined));
}
