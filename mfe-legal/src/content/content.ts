import { createContent } from '@funnel/shell-kit/content';
import { useShell } from '@funnel/shell-kit/shell-context';

import { en, type Content } from './en.ts';

const content = createContent<Content>(en, {
  de: async () => (await import(/* webpackChunkName: "de" */ './de.ts')).de,
});

export const { languages } = content;

/** All texts of the dialog in the visitor's language. */
export const useContent = (): Content => content.in(useShell().locale);
