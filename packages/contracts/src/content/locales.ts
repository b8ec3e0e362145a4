/** The languages of visitors' screens, as BCP 47 tags. English is the source: every other language falls back to it. */
export const locales = ['en', 'de'] as const;
/** An entry of `locales`. */
export type Locale = (typeof locales)[number];
/** A language besides English. */
export type TranslatedLocale = Exclude<Locale, 'en'>;

/** Whether the text is an entry of `locales`. */
export const isLocale = (text: string): text is Locale => locales.some((locale) => locale === text);
