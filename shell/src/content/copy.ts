import type { Locale } from '@funnel/contracts/money';

import { en } from './en.ts';

const catalog: Readonly<Record<Locale, typeof en>> = { en };

/** The shell's texts. The product speaks English for now; a language is one more entry. */
export const copy = catalog.en;
