import type { Locale, TranslatedLocale } from '@funnel/contracts/content/locales';

/** Loads the texts of languages other than English. A language that is left out is shown in English. */
export type LanguageLoaders<Texts> = Readonly<Partial<Record<TranslatedLocale, () => Promise<Texts>>>>;

export interface Content<Texts> {
  /** The texts in a language, or in English if they were not loaded. */
  in(locale: Locale): Texts;
  /** What a remote exports as `languages`. */
  readonly languages: LanguageLoaders<Texts>;
}

/** The texts of an app. English is part of its code; every other language is a file that only its readers load. */
export function createContent<Texts>(en: Texts, loaders: LanguageLoaders<Texts>): Content<Texts> {
  const loaded = new Map<string, Texts>();
  const languages = Object.entries(loaders).map(([locale, load]) => [
    locale,
    async () => {
      const texts = await load();
      loaded.set(locale, texts);
      return texts;
    },
  ]);
  return { in: (locale) => loaded.get(locale) ?? en, languages: Object.fromEntries(languages) };
}
