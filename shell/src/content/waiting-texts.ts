import type { Locale } from '@funnel/contracts/content/locales';

/** In a file of their own, because only the build needs them, and the browser must not load them. */
export const waitingTexts: Readonly<
  Record<Locale, { readonly title: string; readonly text: string; readonly again: string }>
> = {
  en: {
    title: 'This page has not loaded yet',
    text: 'Please turn on JavaScript, check your connection and load the page again.',
    again: 'Load the page again',
  },
  de: {
    title: 'Diese Seite ist noch nicht geladen',
    text: 'Bitte prüfen Sie, ob JavaScript eingeschaltet ist und ob Sie verbunden sind, und laden Sie die Seite neu.',
    again: 'Seite neu laden',
  },
};
