import type { Locale } from '@funnel/contracts/content/locales';

import { de } from './de.ts';
import type { EmailTexts } from './email-texts.ts';
import { en } from './en.ts';

/** One entry per language. */
export const emailTexts: Readonly<Record<Locale, EmailTexts>> = { en, de };
