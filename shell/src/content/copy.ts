import { isLocale, type Locale } from '@funnel/contracts/content/locales';
import { createContent } from '@funnel/shell-kit/content';

import { en, type Copy } from './en.ts';
import { loadTexts } from './load-texts.ts';

const content = createContent<Copy>(en, {
  de: async () => (await import(/* webpackChunkName: "de" */ './de.ts')).de,
});

/** The languages of the shell besides English. A page can be in these only. */
export const { languages } = content;

/** The shell's texts in the language of the page. */
export let copy: Copy = en;

/**
 * Loads the texts of the page's language, which the document names, before anything is rendered. Returns the language that
 * was loaded: English if the document names another, or if the file does not load.
 */
export async function loadCopy(documentLanguage: string): Promise<Locale> {
  const load = isLocale(documentLanguage) && documentLanguage !== 'en' && languages[documentLanguage];
  if (!load) return 'en';
  try {
    copy = await loadTexts(load);
    return documentLanguage;
  } catch (error) {
    console.warn('Could not load the texts of the page', error);
    return 'en';
  }
}
