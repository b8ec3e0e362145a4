import type { Locale } from '@funnel/contracts/content/locales';

import { de } from './de.ts';
import { en, type EmailTexts } from './en.ts';

/** One entry per language. */
export const emailTexts: Readonly<Record<Locale, EmailTexts>> = { en, de };
